import type { LogEvent } from 'kysely'
import { cutText } from '#app/kernel/text.ts'
import { currentTracing } from './tracing.ts'

/** Beyond this many characters a statement tells nothing more. */
const LONGEST = 2_000

/** Texts inside of a statement, which its parameters are not. */
const LITERAL = /'(?:[^']|'')*'/g

/** Makes each statement of the application a span, without any value. */
export function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  const text = cutText(query.sql.replaceAll(LITERAL, "'?'"), LONGEST)
  const [verb = 'sql'] = text.trim().toLowerCase().split(/\W/)
  currentTracing()?.record(verb, {
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    ms: queryDurationMillis,
    failed: level === 'error',
  })
}
