/**
 * The project's folder. `npm start` and `npm test` run there; a bundled module cannot derive it from its own address,
 * because the bundle is elsewhere.
 */
export const projectRoot = process.cwd()
