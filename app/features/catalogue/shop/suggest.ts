import { suggest } from '#app/features/catalogue/listing/search.server.ts'
import { readsOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/suggest'

/** The same for everybody: shared caches may store it, and the browser while somebody types and deletes. */
const KEPT = { 'Cache-Control': 'public, max-age=60, s-maxage=60, stale-while-revalidate=300' }

/** Suggestions of the search boxes: GET /suggest?q={text}. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('q') ?? ''
  return Response.json(await suggest(readsOf(context), typed), { headers: KEPT })
}
