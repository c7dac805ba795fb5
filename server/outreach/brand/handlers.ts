import type { brandRoutes } from "../../../contract/brand.ts";
import { brandColours } from "../../../contract/brand-colours.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { ProblemError } from "../../http/problems.ts";
import { words } from "../../process/words.ts";
import { drawMark } from "../pictures/draw-mark.ts";
import type { BrandReader, TextReader } from "./cache.ts";
import { type BrandRow, changeLook, changePicture, findBrand } from "./queries.ts";
import { brandAddress, checkPicture, withPlaces } from "./rules.ts";
import { changeTexts, findTexts } from "./text-queries.ts";

interface Deps {
  db: Database;
  brand: BrandReader;
  texts: TextReader;
  /** Forgets rendered pages, which say the name. */
  onPublicChange: () => void;
}

export function brandHandlers({ db, brand, texts, onPublicChange }: Deps) {
  async function changed() {
    await brand.renew();
    texts.forget();
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
      await changeLook(
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
    readFaq: async ({ query }) => (await texts.read(query.language)).faq,
    readTestimonials: async ({ query }) => (await texts.read(query.language)).testimonials,
    async readSiteTexts({ query: { language } }) {
      const [set, { name }] = await Promise.all([findTexts(db, language), brand.read()]);
      const { footer } = words[language];
      return {
        set: {
          motto: set?.motto ?? null,
          copyright: set?.copyright ?? null,
          faq: set?.faq ? withPlaces(set.faq) : null,
          testimonials: set?.testimonials?.map((each) => ({ ...each, language })) ?? null,
        },
        builtIn: {
          motto: footer.motto,
          copyright: footer.copyright({ site: name }),
          ...(await texts.builtIn(language)),
        },
      };
    },
    async changeSiteTexts({ body: { language, ...given }, viewer, key }) {
      await changeTexts(db, { key, adminId: viewer.id }, language, given);
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
