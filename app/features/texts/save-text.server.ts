import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { refreshTexts } from '#app/platform/texts/texts.db.server.ts'
import { dropText, findText, type TextKind, writeText } from './texts.db.server.ts'

export type Editor = Extract<Actor, { kind: 'admin' }>
type Deps = { db: Kysely<DB> }

export type TextFailure = { code: 'changed_meanwhile'; by: string | null; at: Date | null; revision: number }

type Target = {
  editor: Editor
  kind: TextKind
  key: string
  /** Of the text that the editor read; 0: the release's own. */
  seen: number
}

/** Saves texts that override the release's, and uses them in this process at once. The caller has validated them. */
export async function saveText(
  { db }: Deps,
  { content, ...target }: Target & { content: Readonly<Record<string, unknown>> },
): Promise<Result<void, TextFailure>> {
  return change(db, target, content)
}

const ENTITIES: Readonly<Record<TextKind, string>> = { mail: 'mail_text', shop: 'shop_text', setting: 'setting' }

/** Restores the release's texts. */
export const restoreText = ({ db }: Deps, target: Target): Promise<Result<void, TextFailure>> =>
  change(db, target, undefined)

async function change(
  db: Kysely<DB>,
  { editor, kind, key, seen }: Target,
  content: Readonly<Record<string, unknown>> | undefined,
): Promise<Result<void, TextFailure>> {
  const done = await asActor(db, editor, async (tx): Promise<Result<void, TextFailure>> => {
    const before = await findText(tx, kind, key, 'hold')
    const held = (before?.revision ?? 0) === seen
    const written =
      held &&
      (content === undefined
        ? before === undefined || (await dropText(tx, kind, key, seen))
        : await writeText(tx, { kind, key, content, seen }))
    if (!written) {
      const now = before ?? (await findText(tx, kind, key))
      return err({
        code: 'changed_meanwhile',
        by: now?.updatedBy ?? null,
        at: now?.updatedAt ?? null,
        revision: now?.revision ?? 0,
      })
    }
    if (before === undefined && content === undefined) return ok(undefined)
    await writeAudit(tx, {
      action: `${kind === 'setting' ? 'setting' : 'text'}_${content === undefined ? 'restored' : 'changed'}`,
      entity: ENTITIES[kind],
      entity_id: key,
      before: before?.content ?? null,
      after: content ?? null,
    })
    return ok(undefined)
  })
  await refreshTexts(db)
  return done
}
