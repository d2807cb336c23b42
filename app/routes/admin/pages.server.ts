type Known = Readonly<Record<string, { path?: string | undefined; parentId?: string | undefined } | undefined>>

/** Patterns of the back office's addresses that are there, as '/admin/orders/:id': whatever stands for an id is called so. */
export function placesOf(routes: Known): string[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    if (!route) return ''
    // Layouts have no path; the root's is empty.
    return !route.path ? pathOf(route.parentId) : `${pathOf(route.parentId)}/${route.path}`
  }
  const paths = Object.keys(routes).map(id => pathOf(id).replaceAll(/:\w+/g, ':id'))
  return [...new Set(paths)].filter(path => /^\/admin(\/|$)/.test(path))
}

let known: Promise<string[]> | undefined

/** The same of this build: menus link to what exists. */
export function findPages(): Promise<string[]> {
  known ??= import('virtual:react-router/server-build').then(build => placesOf(build.routes))
  return known
}
