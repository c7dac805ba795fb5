/**
 * Signs above, below and between letters that people often leave out: accents, the vowels of Arabic
 * and what stretches its words, what joins letters of Hindi. Once a letter and its signs are
 * separate characters, `é` and `e` are the same letter.
 */
export const signs =
  /[\u0300-\u036f\u0640\u064b-\u065f\u0670\u0903\u093c\u093d\u094d\u200c\u200d]/g;

/** Characters of which people type one for the other, and the one that stands for all of them. */
export const alike: readonly (readonly [given: string, taken: string])[] = [
  ["ٱ", "ا"],
  ["ىی", "ي"],
  ["ة", "ه"],
  ["ک", "ك"],
  ["٠۰०", "0"],
  ["١۱१", "1"],
  ["٢۲२", "2"],
  ["٣۳३", "3"],
  ["٤۴४", "4"],
  ["٥۵५", "5"],
  ["٦۶६", "6"],
  ["٧۷७", "7"],
  ["٨۸८", "8"],
  ["٩۹९", "9"],
  // PostgreSQL ends a word at the vowels that Hindi writes as signs, but not at those that are letters.
  ["\u093e\u0949\u0911", "आ"],
  ["\u093f", "इ"],
  ["\u0940", "ई"],
  ["\u0941", "उ"],
  ["\u0942", "ऊ"],
  ["\u0943", "ऋ"],
  ["\u0945\u0947", "ए"],
  ["\u0948", "ऐ"],
  ["\u094b", "ओ"],
  ["\u094c", "औ"],
  ["\u0901\u0902", "न"],
  // Not every database knows that these end a word.
  ["’‘“”„«»–—…؟،؛।॥。，、？！：；（）《》「」¿¡", " "],
];

const taken = new Map(
  alike.flatMap(([given, one]) => Array.from(given, (letter) => [letter, one] as const)),
);

/**
 * A text as it is searched in. The column `search` of `surveys` is made by the same rules, so that words
 * look alike in both.
 */
export function foldLetters(text: string): string {
  const plain = text.normalize("NFD").replaceAll(signs, "").toLowerCase();
  return Array.from(plain, (letter) => taken.get(letter) ?? letter).join("");
}
