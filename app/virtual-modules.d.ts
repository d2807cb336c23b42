declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'

  const build: ServerBuild
  export = build
}

declare module 'virtual:imported-scripts' {
  /** Addresses of scripts by the path of the module that an `import()` names (bundling/imported-scripts.ts). */
  const scripts: Readonly<Record<string, readonly string[]>>
  export default scripts
}
