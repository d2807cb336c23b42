import { z } from 'zod'
import { answerSchema, saveRequestSchema } from '#app/features/questionnaires/respondent.schema.ts'
import { readAnswers } from '#app/features/questionnaires/runs/answers.server.ts'
import { answeringActors } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { type SaveAnswers, type SaveResult, saveAnswers } from '#app/features/questionnaires/runs/save-answer.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/answers'

/** 400, 403, 409 and 410 are permanent; the browser retries after 429 and 5xx. */
const STATUS: Record<SaveResult['state'], number> = {
  saved: 200,
  invalid: 400,
  not_allowed: 403,
  closed: 409,
  expired: 410,
}

const reply = (body: SaveResult | { state: 'unavailable' }, status: number) => Response.json(body, { status })

/** Saves answers: JSON in, JSON out (specification 2, section 4, transition 4). */
export async function action(args: Route.ActionArgs) {
  const input = await parseAnswers(args.request, servicesOf(args.context).now())
  if (!input) return reply({ state: 'invalid', invalid: [] }, 400)
  try {
    const result: SaveResult =
      input.save.answers.length === 0 && input.invalid.length > 0
        ? { state: 'invalid', invalid: [] }
        : await saveAsPermittedActor(args, input.save)
    if (result.state === 'saved' || result.state === 'invalid') result.invalid.push(...input.invalid)
    return reply(result, STATUS[result.state])
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    return reply({ state: 'unavailable' }, 503)
  }
}

const runSchema = z.object({ run_id: z.uuid(), access_id: z.uuid() })

/** The stored answers of a run, for its respondent: another tab or device may have changed them. */
export async function loader(args: Route.LoaderArgs) {
  const parsed = runSchema.safeParse(Object.fromEntries(args.url.searchParams))
  if (!parsed.success) return reply({ state: 'invalid', invalid: [] }, 400)
  const { run_id: runId, access_id: accessId } = parsed.data
  const { db } = servicesOf(args.context)
  try {
    const read = await readAnswers(db, { actors: answeringActors(args), accessId, runId })
    if (read.ok) return Response.json(read.value)
    return reply({ state: read.error.code }, STATUS[read.error.code])
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    return reply({ state: 'unavailable' }, 503)
  }
}

async function saveAsPermittedActor(args: Route.ActionArgs, save: SaveAnswers): Promise<SaveResult> {
  const services = servicesOf(args.context)
  for await (const actor of answeringActors(args)) {
    const result = await saveAnswers(services, actor, save)
    if (result.state !== 'not_allowed') return result
  }
  return { state: 'not_allowed' }
}

async function parseAnswers(
  request: Request,
  now: Date,
): Promise<{ save: SaveAnswers; invalid: string[] } | undefined> {
  const body: unknown = await request.json().catch(() => undefined)
  const parsed = saveRequestSchema.safeParse(body)
  if (!parsed.success) return undefined
  const { data } = parsed
  const invalid: string[] = []
  const answers = data.answers.flatMap(candidate => {
    const answer = answerSchema.safeParse(candidate)
    if (!answer.success) {
      invalid.push(fieldOf(candidate))
      return []
    }
    const { field, seq } = answer.data
    return [{ field, seq, value: 'option' in answer.data ? answer.data.option : answer.data.text }]
  })
  const save = {
    runId: data.run_id,
    accessId: data.access_id,
    questionnaireId: data.questionnaire_id,
    questionnaireVersion: data.questionnaire_version,
    answers,
    currentSection: data.current_section,
    activeSeconds: data.active_seconds,
    now,
  }
  return { save, invalid }
}

const fieldOf = (candidate: unknown): string =>
  typeof candidate === 'object' && candidate !== null && 'field' in candidate && typeof candidate.field === 'string'
    ? candidate.field.slice(0, 80)
    : ''
