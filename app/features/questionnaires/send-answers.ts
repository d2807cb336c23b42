import type { Batch, SendOutcome } from './autosave-queue.ts'

const ANSWERS_PATH = '/respond/answers'

export type SaveTarget = {
  runId: string
  accessId: string
  questionnaireId: string
  questionnaireVersion: number
}

/** Milliseconds after which a try without an answer counts as failed. */
const TIMEOUT = 15_000

/**
 * Sends one batch. The request outlives the page (`keepalive`), so that leaving right after an answer loses nothing.
 * @param activeSeconds whole seconds with the questionnaire in view so far.
 */
export async function sendAnswers(target: SaveTarget, batch: Batch, activeSeconds: number): Promise<SendOutcome> {
  try {
    const response = await fetch(ANSWERS_PATH, {
      method: 'POST',
      keepalive: true,
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT),
      body: JSON.stringify({
        run_id: target.runId,
        access_id: target.accessId,
        questionnaire_id: target.questionnaireId,
        questionnaire_version: target.questionnaireVersion,
        current_section: batch.section,
        active_seconds: activeSeconds,
        answers: batch.answers.map(({ field, value, seq }) =>
          typeof value === 'number' ? { field, option: value, seq } : { field, text: value, seq },
        ),
      }),
    })
    return outcomeOf(response.status, await response.json().catch(() => undefined))
  } catch {
    return { kind: 'failed' }
  }
}

/** Tells permanent failures from those worth another try. */
export function outcomeOf(status: number, body: unknown): SendOutcome {
  const invalid = invalidOf(body)
  // A 200 that is not ours comes from a captive portal: nothing was saved.
  if (status === 200) return invalid ? { kind: 'saved', invalid } : { kind: 'failed' }
  if (status === 409) return { kind: 'closed' }
  if (status === 410) return { kind: 'expired' }
  if (status === 401 || status === 403 || status === 404) return { kind: 'denied' }
  if (status === 408 || status === 425 || status === 429 || status >= 500) return { kind: 'failed' }
  return status >= 400 ? { kind: 'refused', invalid: invalid ?? [] } : { kind: 'failed' }
}

function invalidOf(body: unknown): string[] | undefined {
  if (typeof body !== 'object' || body === null || !('invalid' in body) || !Array.isArray(body.invalid))
    return undefined
  return body.invalid.filter(field => typeof field === 'string')
}
