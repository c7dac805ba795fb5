-- What admins have written for the landing page and the footer, in one language each. Null is what is
-- built in. Lists are replaced whole, so each stands in one column; `contract/brand.ts` bounds them.
create table site_texts (
  language text primary key,
  motto text,
  copyright text,
  faq jsonb,
  testimonials jsonb
);
