/** Lightness in percent, chroma, and hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/**
 * The colours of both themes. Style sheets, frames on other sites, pictures of surveys and what a
 * site's own colour stands on take them from here. What stands on a colour is its `content`.
 */
export const themeColours = {
  light: {
    "base-100": [98, 0.008, 85],
    "base-200": [95, 0.013, 85],
    "base-300": [89, 0.017, 85],
    "base-content": [24, 0.025, 280],
    primary: [42, 0.21, 276],
    "primary-content": [98, 0.01, 276],
    secondary: [36, 0.03, 280],
    "secondary-content": [98, 0.008, 85],
    accent: [85, 0.13, 85],
    "accent-content": [24, 0.025, 280],
    neutral: [24, 0.025, 280],
    "neutral-content": [98, 0.008, 85],
    info: [45, 0.14, 255],
    "info-content": [98, 0.01, 255],
    success: [46, 0.11, 155],
    "success-content": [98, 0.01, 155],
    warning: [52, 0.12, 75],
    "warning-content": [99, 0.01, 85],
    error: [49, 0.19, 25],
    "error-content": [98, 0.01, 25],
    yes: [48, 0.09, 192],
    "yes-content": [98, 0.01, 192],
    no: [54, 0.155, 42],
    "no-content": [99, 0.01, 60],
    muted: [44, 0.025, 280],
    panel: [30, 0.11, 278],
    "panel-content": [96, 0.015, 280],
  },
  dark: {
    "base-100": [20, 0.008, 65],
    "base-200": [24.5, 0.01, 65],
    "base-300": [33, 0.012, 65],
    "base-content": [94, 0.012, 85],
    primary: [76, 0.125, 280],
    "primary-content": [20, 0.06, 280],
    secondary: [80, 0.02, 85],
    "secondary-content": [20, 0.008, 65],
    accent: [82, 0.13, 85],
    "accent-content": [22, 0.03, 65],
    neutral: [90, 0.012, 85],
    "neutral-content": [20, 0.008, 65],
    info: [76, 0.11, 250],
    "info-content": [20, 0.05, 250],
    success: [78, 0.13, 155],
    "success-content": [20, 0.05, 155],
    warning: [82, 0.13, 80],
    "warning-content": [22, 0.05, 80],
    error: [75, 0.14, 25],
    "error-content": [20, 0.06, 25],
    yes: [79, 0.115, 188],
    "yes-content": [20, 0.05, 190],
    no: [77, 0.14, 58],
    "no-content": [21, 0.05, 50],
    muted: [77, 0.014, 80],
    panel: [28, 0.075, 278],
    "panel-content": [95, 0.015, 280],
  },
} as const satisfies Record<"light" | "dark", Record<string, Oklch>>;

export type ThemeName = keyof typeof themeColours;
export type ColourName = keyof (typeof themeColours)[ThemeName];

/** As CSS writes it. */
export const inCss = ([lightness, chroma, hue]: Oklch) => `oklch(${lightness}% ${chroma} ${hue})`;
