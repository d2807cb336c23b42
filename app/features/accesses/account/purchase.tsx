import { data } from 'react-router'
import { z } from 'zod'
import { findPurchase } from '#app/features/accesses/dashboard/purchase.server.ts'
import { PurchaseSummary } from '#app/features/accesses/dashboard/purchase-summary.tsx'
import { requireUser } from '#app/features/identity/session.server.ts'
import { PurchaseResults } from '#app/features/results/purchase-results.tsx'
import { scoreMean } from '#app/features/results/scoring.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { PurchasePage, partTitle, RESULTS_VIEW } from '#app/layouts/account/purchase-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/purchase'
import { answerDashboard } from './dashboard-action.server.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: partTitle(loaderData?.tab ?? 'summary', loaderData?.group) },
]

/** A purchase: how it stands and what comes next, or which results there are. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const itemId = z.uuid().safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const input = { userId: user.id, itemId: itemId.data, now: now() }
  const purchase = await readAs(db, { kind: 'user', userId: user.id }, tx => findPurchase(tx, input))
  if (!purchase) throw data('Not found', 404)
  const { group } = purchase
  const tab: 'results' | 'summary' = args.url.searchParams.get('vista') === RESULTS_VIEW ? 'results' : 'summary'
  // With its level as results show it.
  return { ...purchase, group: { ...group, level: scoreMean(group.level).mean }, tab }
}

/** The next step of a purchase is one of the dashboard's forms. */
export const action = (args: Route.ActionArgs) => answerDashboard(args)

export default function PurchaseScreen({ loaderData: { group, dashboard, tab }, actionData }: Route.ComponentProps) {
  const notice = actionData && 'notice' in actionData ? actionData.notice : undefined
  return (
    <PurchasePage group={group} dashboard={dashboard} tab={tab}>
      {notice && (
        <Alert tone={notice.tone} title={notice.title} className="mb-6">
          {notice.description}
        </Alert>
      )}
      {tab === 'results' ? <PurchaseResults group={group} /> : <PurchaseSummary group={group} />}
    </PurchasePage>
  )
}
