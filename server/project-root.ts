/**
 * The project's folder. `npm start` and `npm test` run there; a bundled module cannot tell it from its own address, because the
 * bundle lies elsewhere.
 */
export const projectRoot = process.cwd()
