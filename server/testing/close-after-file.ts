import { afterAll } from "vitest";
import { runAfterFile } from "./after-file.ts";

// A set-up file of Vitest, which runs for each test file.
afterAll(runAfterFile);
