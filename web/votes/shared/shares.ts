export interface Results {
  yes: number;
  no: number;
}

/** Whole percentages that add up to a hundred; null while there are no votes. */
export function sharesOf({ yes, no }: Results): { yes: number; no: number } | null {
  const total = yes + no;
  if (total === 0) return null;
  const share = Math.round((yes / total) * 100);
  return { yes: share, no: 100 - share };
}
