import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import {
  estimatorBounds,
  type Judgement,
  judgePassword,
  type PasswordOwner,
} from "../../../contract/passwords.ts";

// 200 kB: import this file only when a person types a new password.
const zxcvbn = new ZxcvbnFactory({ ...estimatorBounds, dictionary, graphs: adjacencyGraphs });

export function judge(password: string, owner: PasswordOwner): Judgement {
  return judgePassword((text, words) => zxcvbn.check(text, words), password, owner);
}
