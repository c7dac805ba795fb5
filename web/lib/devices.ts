import * as words from "#words/devices";
import { sayDevice as say } from "../../words/say-device.ts";

/** `Firefox on Linux` */
export const sayDevice = (device: string) => say(words, device);

/** Where a call came from, by its shortened address: `from 203.0.113.x`. */
export const sayPlace = (place: string) => words.place({ place });
