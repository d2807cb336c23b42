import type { Transaction } from 'kysely'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { PlaceholderValues } from '#app/platform/legal/legal.ts'
import type { LegalKey } from '#app/platform/legal/legal-schema.ts'

export type TextKind = 'shop' | 'mail' | 'setting'

export type StoredText = { content: unknown; revision: number; updatedAt: Date; updatedBy: string | null }

/** The override of a text; undefined when the release's text is used. */
export async function findText(
  tx: Transaction<DB>,
  kind: TextKind,
  key: string,
  hold: 'hold' | 'look' = 'look',
): Promise<StoredText | undefined> {
  const row = await tx
    .selectFrom('text_overrides as text')
    .leftJoin('profiles as editor', 'editor.id', 'text.updated_by')
    .select(['text.content', 'text.revision', 'text.updated_at', 'editor.email as editor'])
    .where('text.kind', '=', kind)
    .where('text.key', '=', key)
    .$if(hold === 'hold', query => query.forUpdate('text'))
    .executeTakeFirst()
  return row && { content: row.content, revision: row.revision, updatedAt: row.updated_at, updatedBy: row.editor }
}

/** Which mails are changed, and by whom. */
export const listChangedMails = (tx: Transaction<DB>) =>
  tx
    .selectFrom('text_overrides as text')
    .leftJoin('profiles as editor', 'editor.id', 'text.updated_by')
    .select(['text.key', 'text.updated_at', 'editor.email as editor'])
    .where('text.kind', '=', 'mail')
    .execute()

/**
 * Replaces the text of the revision that was read. False when it has changed meanwhile. @param seen 0: there was none.
 */
export async function writeText(
  tx: Transaction<DB>,
  { kind, key, content, seen }: { kind: TextKind; key: string; content: unknown; seen: number },
): Promise<boolean> {
  if (seen === 0) {
    const inserted = await tx
      .insertInto('text_overrides')
      .values({ kind, key, content: storableJson(content) })
      .onConflict(conflict => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    return inserted !== undefined
  }
  const updated = await tx
    .updateTable('text_overrides')
    .set({ content: storableJson(content) })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('revision', '=', seen)
    .returning('key')
    .executeTakeFirst()
  return updated !== undefined
}

/** Restores the release's text. False when the text has changed since it was read. */
export async function dropText(tx: Transaction<DB>, kind: TextKind, key: string, seen: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('text_overrides')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('revision', '=', seen)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** All versions of a legal text, newest first. */
export async function listLegalVersions(tx: Transaction<DB>, key: LegalKey) {
  return tx
    .selectFrom('legal_versions as version')
    .leftJoin('profiles as publisher', 'publisher.id', 'version.published_by')
    .select(['version.version', 'version.content', 'version.published_at', 'publisher.email as publisher'])
    .where('version.key', '=', key)
    .orderBy('version.version', 'desc')
    .execute()
}

type NewLegalVersion = {
  key: LegalKey
  version: number
  content: unknown
  /** Current values of placeholders. */
  values: PlaceholderValues
  asksAgain: boolean
}

/** Adds a version, which the database requires to follow the newest. False when somebody else has just published it. */
export async function insertLegalVersion(
  tx: Transaction<DB>,
  { key, version, content, values, asksAgain }: NewLegalVersion,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('legal_versions')
    .values({
      key,
      version,
      content: storableJson(content),
      placeholder_values: storableJson(values),
      asks_again: asksAgain,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted !== undefined
}
