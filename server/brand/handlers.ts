import type { brandRoutes } from "../../contract/brand.ts";
import { brandColours } from "../../contract/brand-colours.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import { drawMark } from "../pictures/draw-mark.ts";
import type { BrandReader } from "./cache.ts";
import { type BrandRow, changePicture, changeTexts, findBrand } from "./queries.ts";
import { brandAddress, checkPicture } from "./rules.ts";

interface Deps {
  db: Database;
  brand: BrandReader;
  /** Forgets rendered pages, which say the name. */
  onPublicChange: () => void;
}

export function brandHandlers({ db, brand, onPublicChange }: Deps) {
  function changed() {
    brand.forget();
    onPublicChange();
    return { matchedCount: 1 };
  }

  return {
    async readBrand() {
      const row = await findBrand(db);
      const colour = row?.colour ?? brand.settings.colour;
      return {
        set: toReply(row ?? nothingSet),
        settings: toReply(brand.settings),
        colours: colour ? brandColours(colour) : null,
      };
    },
    async changeBrand({ body, viewer, key }) {
      const { name, colour, operatorName, operatorAddress, operatorEmail } = body;
      await changeTexts(
        db,
        { key, adminId: viewer.id },
        {
          name,
          colour,
          operator_name: operatorName,
          operator_address: operatorAddress,
          operator_email: operatorEmail,
        },
      );
      return changed();
    },
    async changeBrandPicture({ body: { use, picture }, viewer, key }) {
      const by = { key, adminId: viewer.id };
      if (picture === null) await changePicture(db, by, use, null);
      else {
        const bytes = Buffer.from(picture, "base64");
        const checked = checkPicture(bytes);
        if ("refused" in checked) throw new ProblemError(checked.refused);
        if ((await drawMark(bytes)) === "too-slow") throw new ProblemError("picture.slow");
        await changePicture(db, by, use, { ...checked, bytes });
      }
      return changed();
    },
  } satisfies Handlers<typeof brandRoutes>;
}

const nothingSet: BrandRow = {
  name: null,
  colour: null,
  operator_name: null,
  operator_address: null,
  operator_email: null,
  mark_file: null,
  icon_file: null,
};

function toReply(row: BrandRow) {
  return {
    name: row.name,
    colour: row.colour,
    operatorName: row.operator_name,
    operatorAddress: row.operator_address,
    operatorEmail: row.operator_email,
    mark: brandAddress(row.mark_file),
    icon: brandAddress(row.icon_file),
  };
}
