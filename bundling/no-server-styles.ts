import type { Plugin } from 'vite'

/** Spares the server's bundle the styles: they are generated for the browser's, which is the one that links them. */
export const noServerStyles = (): Plugin => ({
  name: 'alhena:no-server-styles',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: environment => environment.name === 'ssr',
  load: { filter: { id: /\.css$/ }, handler: () => '' },
})
