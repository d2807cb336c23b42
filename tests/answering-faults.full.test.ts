import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findProduct } from './support/factories.ts'
import { createCompleted } from './support/reviews.ts'
import { openShopDatabase } from './support/shop-database.ts'
import { startShop } from './support/shop-process.ts'

// Kills the shop while somebody answers: confirmed answers are kept, and unconfirmed ones can be sent again.

const FIELDS = ['q1_governance_framework', 'q2_roles_responsibilities', 'q3_governance_effectiveness']

// shows: A4.16
it('killed during a run, it keeps every confirmed answer and accepts the others again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'alhena-answering-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const first = await startShop({ DATA_DIR: dataDir, DEMO: '1' })
  onTestFinished(async () => void (await first.end('SIGKILL')))
  const pool = openShopDatabase(dataDir)
  const product = await findProduct(pool)
  const { accessId, runId, token } = await createCompleted(pool, { productId: product.id, unfinished: true })
  await pool.end()

  const cookie = `alhena_respondent=${token}`
  const save = async (url: string, answers: readonly { field: string; option: number; seq: number }[]) => {
    const answer = await fetch(`${url}/respond/answers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: url },
      body: JSON.stringify({
        run_id: runId,
        access_id: accessId,
        questionnaire_id: 'dama-dmbok2',
        questionnaire_version: 1,
        current_section: 1,
        active_seconds: 0,
        answers,
      }),
    }).catch(() => undefined)
    return answer?.status === 200
  }
  const answers = Array.from({ length: 300 }, (_, seq) => ({
    field: FIELDS[seq % FIELDS.length] ?? '',
    option: (seq % 6) + 1,
    seq,
  }))
  /** The newest confirmed sequence of each field. */
  const confirmed: Record<string, number> = {}
  const unconfirmed = []
  for (const answer of answers) {
    if (answer.seq === 150) void first.end('SIGKILL')
    if (await save(first.url, [answer])) confirmed[answer.field] = answer.seq
    else unconfirmed.push(answer)
  }
  expect(unconfirmed.length).toBeGreaterThan(0)
  expect(unconfirmed.length).toBeLessThan(300)

  const second = await startShop({ DATA_DIR: dataDir, DEMO: '1' })
  onTestFinished(async () => void (await second.end('SIGTERM')))
  const read = async (): Promise<unknown> => {
    const query = new URLSearchParams({ run_id: runId, access_id: accessId })
    return (await fetch(`${second.url}/respond/answers?${query}`, { headers: { cookie } })).json()
  }
  const stored = await read()
  for (const [field, seq] of Object.entries(confirmed)) {
    expect(stored).toHaveProperty(['sequences', field])
    const newest = Number(Reflect.get(Reflect.get(Object(stored), 'sequences'), field))
    // The answer being sent may have been written without a response.
    expect(newest).toBeGreaterThanOrEqual(seq)
  }
  for (const answer of unconfirmed) expect(await save(second.url, [answer])).toBe(true)
  expect(await read()).toEqual({
    answers: Object.fromEntries(answers.slice(-3).map(({ field, option }) => [field, option])),
    sequences: Object.fromEntries(answers.slice(-3).map(({ field, seq }) => [field, seq])),
  })
}, 180_000)
