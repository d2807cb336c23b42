import autocannon from 'autocannon'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { Client } from 'pg'
import { type AnsweringActor, saveRunAnswers } from '#app/features/questionnaires/questionnaires.server.ts'
import { openDatabases } from '#app/platform/database/database.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { type Figure, number } from './figures.ts'
import { createRuns, type Run } from './respondent-runs.ts'
import { rateOf, withShop } from './shop.ts'

const CONNECTIONS = 64
const SECONDS = 6
/** Shop and bare statement in turn: a machine is not equally fast all the time. */
const ROUNDS = 3
/** Until the shop's code and the statement's plans are compiled everywhere; both are measured warm. */
const WARMING_SECONDS = 8
const FIELD = 'q1_governance_framework'
/** A client sequence that differs from every other parameter. */
const MARK = 424_242

/** Saves per second over HTTP against the same statement on bare connections, both with 64 concurrent runs. */
export async function measureAutosave(): Promise<Figure[]> {
  return withShop(async ({ url, databaseUrl }) => {
    const runs = await runsIn(databaseUrl)
    let seq = Date.now()
    const next = () => (seq += 1)
    const http = async (duration: number) => {
      let line = 0
      const result = await autocannon({
        url: `${url}/respond/answers`,
        connections: CONNECTIONS,
        duration,
        // A run per connection, as below: with one list for all they would wait for each other's row lock.
        setupClient: client => {
          const run = runs[line++ % runs.length]
          if (!run) throw new Error('A connection without a run')
          client.setRequests([
            {
              method: 'POST',
              headers: { 'content-type': 'application/json', cookie: `alhena_respondent=${run.token}` },
              setupRequest: request => ({ ...request, body: JSON.stringify(bodyOf(run, next())) }),
            },
          ])
        },
      })
      if (result.non2xx > 0) throw new Error(`${result.non2xx} saves refused`)
      return result
    }
    const bare = await openBare(databaseUrl, runs, next)
    await http(WARMING_SECONDS)
    await bare.rate(WARMING_SECONDS)
    await analyze(databaseUrl)
    const rounds: { shop: Rate; bare: Rate }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { requests, latency } = await http(SECONDS)
      rounds.push({ shop: { rate: requests.average, p99: latency.p99 }, bare: await bare.rate(SECONDS) })
    }
    await bare.close()
    const shop = meanOf(rounds.map(round => round.shop))
    const statement = meanOf(rounds.map(round => round.bare))
    return [
      {
        name: `autosave, ${CONNECTIONS} at a time`,
        value: `${number(shop.rate)} saves/s`,
        peer: `${number(statement.rate)}/s of the bare statement`,
        ratio: shop.rate / statement.rate,
        aim: { least: 0.8 },
      },
      {
        name: 'autosave, slowest of a hundred',
        value: `${number(shop.p99)} ms`,
        peer: `${number(statement.p99)} ms`,
        ratio: shop.p99 / statement.p99,
        aim: { most: 5 },
      },
    ]
  })
}

type Rate = { rate: number; p99: number }

const meanOf = (rates: Rate[]): Rate => ({
  rate: rates.reduce((sum, { rate }) => sum + rate, 0) / rates.length,
  p99: rates.reduce((sum, { p99 }) => sum + p99, 0) / rates.length,
})

const bodyOf = (run: Run, seq: number) => ({
  run_id: run.id,
  access_id: run.accessId,
  questionnaire_id: 'dama-dmbok2',
  questionnaire_version: 1,
  answers: [{ field: FIELD, option: (seq % 6) + 1, seq }],
  current_section: 1,
  active_seconds: 1,
})

/** The shop's statement, prepared, on one connection per run. */
async function openBare(databaseUrl: string, runs: Run[], next: () => number) {
  const statement = await captureStatement(databaseUrl, runs[0])
  const clients = await Promise.all(
    runs.map(async () => {
      const client = new Client({ connectionString: databaseUrl, options: '-c role=alhena_app' })
      await client.connect()
      return client
    }),
  )
  const save = async (line: number) => {
    const run = runs[line]
    const client = clients[line]
    if (!run || !client) throw new Error('A line without a run')
    const values = statement.parametersFor(run, next())
    const { rows } = await client.query<{ saved: string[] }>({ name: 'save', text: statement.sql, values })
    if (rows[0]?.saved.length !== 1) throw new Error('Nothing was saved')
  }
  return {
    rate: (seconds: number) => rateOf(CONNECTIONS, seconds, save),
    close: () => Promise.all(clients.map(client => client.end())),
  }
}

/** The statement's text, and its parameters for any run and sequence, identified by unique values. */
async function captureStatement(databaseUrl: string, run: Run | undefined) {
  if (!run) throw new Error('No run')
  const seen: CompiledQuery[] = []
  const { ownerPool, close } = openDatabases(databaseUrl, 1)
  const watched = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: ownerPool }),
    log: ({ query }) => void seen.push(query),
  })
  await saveRunAnswers(watched, actorOf(run), savingOf(run, MARK, new Date()))
  await close()
  const statement = seen.find(query => query.sql.includes('save_run_answers'))
  if (!statement) throw new Error('The statement was not seen')
  return {
    sql: statement.sql,
    parametersFor: (other: Run, seq: number) =>
      statement.parameters.map(parameter => {
        if (parameter === run.id) return other.id
        if (parameter === digestOf(run.token)) return digestOf(other.token)
        if (parameter === run.accessId) return other.accessId
        return Array.isArray(parameter) && parameter[0] === MARK ? [seq] : parameter
      }),
  }
}

const actorOf = ({ token }: Run): AnsweringActor => ({ kind: 'respondent', sessionHash: digestOf(token) })

const savingOf = (run: Run, seq: number, now: Date) => ({
  runId: run.id,
  accessId: run.accessId,
  questionnaireId: 'dama-dmbok2',
  questionnaireVersion: 1,
  answers: [{ field: FIELD, option: 3, text: null, seq }],
  currentSection: 1,
  activeSeconds: 1,
  closedQuestions: 40,
  now,
})

async function runsIn(databaseUrl: string): Promise<Run[]> {
  const { ownerPool, close } = openDatabases(databaseUrl, 8)
  const runs = await createRuns(ownerPool, CONNECTIONS)
  await close()
  return runs
}

/** As autovacuum does within a minute: without statistics the statement's plan is three times as slow. */
async function analyze(databaseUrl: string): Promise<void> {
  const { ownerPool, close } = openDatabases(databaseUrl, 1)
  await ownerPool.query('vacuum analyze')
  await close()
}
