import { sql, type Transaction } from 'kysely'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { findThemes } from '#app/features/results/themes/themes.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { openDatabases } from '#app/platform/database/database.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { processorSeconds } from '#tests/support/processor-time.ts'
import { type Figure, number } from './figures.ts'
import { withShop } from './shop.ts'

const PEOPLE = 999
const ROUNDS = 20

/** Nouns, and what people say about them: texts of two sentences, some 20 words of a vocabulary of some thousand forms. */
const SUBJECTS =
  'calidad de los datos,gobierno de datos,roles y responsabilidades,capacitación,capacitaciones del equipo,presupuesto anual,integración de sistemas,datos maestros,políticas de acceso,catálogo de datos,seguridad de la información,apoyo de la gerencia,herramientas de análisis,procesos manuales,indicadores de gestión,tiempos de respuesta'.split(
    ',',
  )
const SAYINGS =
  'falta,no tenemos,hay que mejorar,cuesta mucho ordenar,nadie se hace cargo de,cada área define a su manera,deberíamos empezar por,se avanza lento en'.split(
    ',',
  )
const pick = <Member>(members: readonly Member[], at: number): Member | undefined => members[at % members.length]
const textOf = (seed: number): string =>
  `${pick(SAYINGS, seed * 7)} ${pick(SUBJECTS, seed * 5 + (seed >> 4))} en la unidad${seed % 61} porque no existe ${pick(SUBJECTS, seed * 11 + 3)} para el proyecto${seed % 907}. ` +
  `También ${pick(SAYINGS, seed * 3 + 1)} ${pick(SUBJECTS, seed * 13 + 7)}.`

/** The processor time of this process and of its database's session that the themes of all open questions of DAMA take. */
export async function measureThemes(): Promise<Figure[]> {
  const fields = questionnaireSchema.parse(data).sections.flatMap(section => section.openQuestions)
  const texts = (people: number) =>
    fields.flatMap(({ field }, at) =>
      Array.from({ length: people }, (_, one) => ({ field, text: textOf(one * 31 + at * 17) })),
    )
  return withShop(async ({ databaseUrl }) => {
    const databases = openDatabases(databaseUrl, 2)
    try {
      const many = texts(PEOPLE)
      const few = texts(10)
      const [taken, ten] = await readAs(
        databases.db,
        { kind: 'system' },
        async tx => [await processorTime(tx, many), await processorTime(tx, few)] as const,
      )
      return [
        {
          name: `themes of ${fields.length} open questions, ${PEOPLE} people, processor time`,
          value: `${number(taken)} ms`,
          peer: `${number(ten)} ms for 10`,
          measured: taken,
          aim: { most: 150 },
        },
      ]
    } finally {
      await databases.close()
    }
  })
}

/** Mean milliseconds of a warm process, in all its threads, and of its database's session. */
async function processorTime(tx: Transaction<DB>, texts: Parameters<typeof findThemes>[1]): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  const session = rows[0]?.pid ?? 0
  const seconds = () => processorSeconds(process.pid) + processorSeconds(session)
  for (let round = 0; round < ROUNDS; round += 1) await findThemes(tx, texts)
  const before = seconds()
  for (let round = 0; round < ROUNDS; round += 1) await findThemes(tx, texts)
  return (1000 * (seconds() - before)) / ROUNDS
}
