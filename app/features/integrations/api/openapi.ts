import { describeApi } from '#app/features/integrations/openapi.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/openapi'
import { refuseMethod, tagged } from './answer.server.ts'

/** The API's description is public: it contains no personal data. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  tagged(request, JSON.stringify(describeApi(servicesOf(context).settings.appUrl)), 'public, max-age=300')

export const action = refuseMethod
