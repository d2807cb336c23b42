import { z } from 'zod'
import { readAnswers } from '#app/features/questionnaires/runs/answers.server.ts'
import { answeringActors } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { SAVE_STATUS, saveSubmittedAnswers } from '#app/features/questionnaires/runs/submitted-answers.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/answers'

/** Saves answers: JSON in, JSON out. What browsers send is answered without the router (server/autosave.ts). */
export async function action(args: Route.ActionArgs) {
  const posted: unknown = await args.request.json().catch(() => undefined)
  const { status, body } = await saveSubmittedAnswers(servicesOf(args.context), answeringActors(args), posted)
  return Response.json(body, { status })
}

const runSchema = z.object({ run_id: z.uuid(), access_id: z.uuid() })

/** The stored answers of a run, for its respondent: another tab or device may have changed them. */
export async function loader(args: Route.LoaderArgs) {
  const parsed = runSchema.safeParse(Object.fromEntries(args.url.searchParams))
  if (!parsed.success) return Response.json({ state: 'invalid', invalid: [] }, { status: SAVE_STATUS.invalid })
  const { run_id: runId, access_id: accessId } = parsed.data
  const { db } = servicesOf(args.context)
  try {
    const read = await readAnswers(db, { actors: answeringActors(args), accessId, runId })
    if (read.ok) return Response.json(read.value)
    return Response.json({ state: read.error.code }, { status: SAVE_STATUS[read.error.code] })
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    return Response.json({ state: 'unavailable' }, { status: 503 })
  }
}
