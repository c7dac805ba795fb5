import { expect, it } from "vitest";
import {
  AA,
  brandColours,
  contrastOf,
  readHex,
  themeNames,
} from "../../../contract/brand-colours.ts";

// Every twelfth of the circle, dark, middle and bright, and the corners of sRGB.
const all = ["00", "33", "99", "ff"].flatMap((red) =>
  ["00", "33", "99", "ff"].flatMap((green) =>
    ["00", "33", "99", "ff"].map((blue) => `#${red}${green}${blue}`),
  ),
);

it("makes every colour readable in both themes, on all that it stands on", () => {
  const usable = all.filter((colour) => brandColours(colour));
  expect(usable.length).toBeGreaterThan(50);
  for (const colour of usable) {
    for (const theme of themeNames) {
      const { primary, primaryContent, panel, panelContent, contrast } =
        brandColours(colour)?.[theme] ?? expect.fail();
      expect(contrast, `${colour} ${theme}`).toBeGreaterThanOrEqual(AA);
      expect(contrastOf(readHex(primary), readHex(primaryContent))).toBeGreaterThanOrEqual(AA);
      expect(contrastOf(readHex(panel), readHex(panelContent))).toBeGreaterThanOrEqual(AA);
    }
  }
});

it("keeps a colour that is readable as it is, and says how it changes another", () => {
  const indigo = brandColours("#3a33c4") ?? expect.fail();
  expect(indigo.light).toMatchObject({ primary: "#3a33c4", corrected: null });
  expect(indigo.dark.corrected).toBe("lighter");
  const yellow = brandColours("#ffd400") ?? expect.fail();
  expect(yellow.light.corrected).toBe("darker");
  expect(yellow.dark).toMatchObject({ primary: "#ffd400", corrected: null });
});

it.each(["#000000", "#808080", "#ffffff", "#82807e"])("takes no grey such as %s", (grey) => {
  expect(brandColours(grey)).toBeNull();
});

it("computes contrast as WCAG defines it", () => {
  expect(contrastOf(readHex("#ffffff"), readHex("#000000"))).toBeCloseTo(21, 5);
  expect(contrastOf(readHex("#777777"), readHex("#ffffff"))).toBeCloseTo(4.48, 2);
});
