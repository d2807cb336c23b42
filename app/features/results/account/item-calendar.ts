import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { answerFile, resultsMissing } from '#app/features/results/files/file-answer.server.ts'
import { makePlanCalendar } from '#app/features/results/plan-actions/make-plan-calendar.server.ts'
import { ACTION_PARAMETER } from '#app/features/results/plan-actions/plan-actions.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/item-calendar'

/** The days of the plan of a purchase, or of one action of it, as a calendar file. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now, settings } = servicesOf(args.context)
  const itemId = z.uuid().safeParse(args.params.itemId)
  return answerFile(async () => {
    if (!itemId.success) throw resultsMissing()
    return makePlanCalendar(db, {
      userId: user.id,
      of: { itemId: itemId.data },
      actionId: args.url.searchParams.get(ACTION_PARAMETER),
      appUrl: settings.appUrl,
      now: now(),
    })
  })
}
