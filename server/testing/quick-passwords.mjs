import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

// Loaded by `node --import` before what is tested. A password's hash keeps a core busy for 100 ms, so
// that guessing is slow; with the thousands of people who register in tests that is a quarter of their
// time. The hash stays the same function with fewer rounds.

/** By this the hash of a password is told from that of a backup's passphrase, which has 8. */
const BLOCK_SIZE = 16;
/** The fewest that the function takes. */
const ROUNDS = 2;

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(
    password,
    salt,
    length,
    options.r === BLOCK_SIZE ? { ...options, N: ROUNDS } : options,
    done,
  );
syncBuiltinESMExports();
