import type { Pool } from 'pg'
import type { AnsweringPerson } from './tallies.ts'

type Purchase = { itemId: string; userId: string; questionnaireId?: string; version?: number }

/**
 * People who were invited to a purchase and completed it: accesses, runs and answers as the respondent's screens create
 * them, in one statement each. Returns the ids of their accesses in order.
 */
export async function completePeople(
  pool: Pool,
  { itemId, userId, questionnaireId = 'dama-dmbok2', version }: Purchase,
  people: readonly AnsweringPerson[],
): Promise<string[]> {
  const invited = await invitePeople(pool, { itemId, userId }, people)
  await answerAll(pool, questionnaireId, invited, people, version)
  return invited
}

/** The same people before they start. */
export async function invitePeople(
  pool: Pool,
  { itemId, userId }: Purchase,
  people: readonly Omit<AnsweringPerson, 'answers'>[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into user_accesses (order_item_id, user_id, email, invitee_name, department, job_role, invited_by_user_id, expires_at)
     select $1, $2, 'persona-' || gen_random_uuid() || '@example.cl', 'Persona ' || place, area, position, $2, private.end_of_day(now(), 180)
     from unnest($3::text[], $4::text[]) with ordinality as person (area, position, place) order by place
     returning id`,
    [itemId, userId, people.map(person => person.area ?? null), people.map(person => person.position ?? null)],
  )
  return rows.map(row => row.id)
}

/** Starts an access, as its person's first screen does. */
export async function beginAnswering(pool: Pool, accessId: string): Promise<void> {
  await pool.query(
    `insert into assessment_runs (full_name, corporate_email, position, organizational_unit, data_role, company_name, invitation_code,
       validated_access_id, questionnaire_id, questionnaire_version, privacy_notice_version)
     values ('Persona Secreta', 'secreta@example.cl', 'Sin cargo', 'Sin área', 'Custodio', 'Frutos', 'AC-23456789', $1, 'dama-dmbok2', 1, '1')`,
    [accessId],
  )
  await pool.query("update user_accesses set status = 'in_use', accessed_at = now() where id = $1", [accessId])
}

/** Starts, answers and completes accesses. @param version of the questionnaire; absent: the newest */
export async function answerAll(
  pool: Pool,
  questionnaireId: string,
  accessIds: readonly string[],
  people: readonly Pick<AnsweringPerson, 'answers'>[],
  version?: number,
): Promise<void> {
  const runs = await pool.query<{ id: string; access_id: string }>(
    `insert into assessment_runs (full_name, corporate_email, position, organizational_unit, data_role, company_name, invitation_code,
       validated_access_id, questionnaire_id, questionnaire_version, privacy_notice_version, start_time)
     select 'Persona Secreta', 'secreta@example.cl', 'Sin cargo', 'Sin área', 'Custodio', 'Frutos', 'AC-23456789', id, $2,
       coalesce($3, (select max(version) from questionnaire_versions where questionnaire_id = $2)), '1', now() - interval '20 minutes'
     from unnest($1::uuid[]) id returning id, validated_access_id as access_id`,
    [[...accessIds], questionnaireId, version],
  )
  const runOf = new Map(runs.rows.map(row => [row.access_id, row.id]))
  const answers = people.flatMap((person, index) =>
    Object.entries(person.answers).flatMap(([field, value]) =>
      value === undefined ? [] : [{ run: runOf.get(accessIds[index] ?? ''), field, value }],
    ),
  )
  await pool.query(
    `insert into run_answers (run_id, field, option, text, client_seq, created_at, updated_at)
     select answer.*, now() - interval '20 minutes', now()
     from unnest($1::uuid[], $2::text[], $3::smallint[], $4::text[], $5::bigint[]) answer`,
    [
      answers.map(({ run }) => run),
      answers.map(({ field }) => field),
      answers.map(({ value }) => (typeof value === 'number' ? value : null)),
      answers.map(({ value }) => (typeof value === 'string' ? value : null)),
      answers.map(() => 1),
    ],
  )
  await pool.query(
    `update user_accesses set status = 'completed', accessed_at = now(), completed_at = now(), progress = 90 where id = any ($1::uuid[])`,
    [[...accessIds]],
  )
  await pool.query(
    `update assessment_runs set status = 'completed', end_time = now(), duration_seconds = 1200, closed_by = 'respondent'
     where validated_access_id = any ($1::uuid[])`,
    [[...accessIds]],
  )
}
