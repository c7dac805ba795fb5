/** For a check mark in a drawing that is mirrored from right to left: it looks the same everywhere. */
export const upright = "origin-center [transform-box:fill-box] rtl:-scale-x-100";
