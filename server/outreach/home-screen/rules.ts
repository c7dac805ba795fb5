const builtIn = [
  { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** The site's own icon as it is, and one that may be cut to any shape. */
export function iconsOf(icon: string | null) {
  if (!icon) return builtIn;
  const file = icon.slice(icon.lastIndexOf("/") + 1);
  const maskable = icon.replace(file, `maskable-${file}.svg`);
  const [, sizes] = /-(\d+x\d+)\.png$/.exec(file) ?? [];
  return [
    { src: icon, sizes: sizes ?? "any", type: sizes ? "image/png" : "image/svg+xml" },
    { src: maskable, sizes: "any", type: "image/svg+xml", purpose: "maskable" },
  ];
}
