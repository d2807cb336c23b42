import { data, matchPath } from 'react-router'
import type { ListSource } from '#app/kit/lists/list-query.server.ts'
import type { Route } from './+types/export'
import { adminExport } from './admin-list.server.ts'

type Source = ListSource<{ id: string }, Record<string, never>, string, object>

const isSource = (value: unknown): value is Source =>
  typeof value === 'object' && value !== null && 'batches' in value && 'list' in value

/** Every declared list that has a file, wherever it is. */
const SOURCES = Object.values(
  import.meta.glob<Record<string, unknown>>('/app/features/*/admin/*-list.server.ts', { eager: true }),
)
  .flatMap(module => Object.values(module))
  .filter(isSource)
  .filter(({ list }) => list.csv !== undefined)

/** The file of the list whose address this is, with `/export` after it. */
export async function loader(args: Route.LoaderArgs) {
  const source = SOURCES.find(({ list }) => matchPath(`${list.path}/export`, args.url.pathname))
  if (!source) throw data('Not found', 404)
  return adminExport(source)(args)
}
