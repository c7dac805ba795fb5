/**
 * Zod would try `new Function`, which the Content-Security-Policy reports as a violation. Schemas
 * read this setting when they are made, so it must be there first; the name is Zod's own for it,
 * because importing Zod here would load it for pages that have no form.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
