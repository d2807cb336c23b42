import type { Kysely, Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { findDeliverables } from '#app/features/catalogue/deliverables.server.ts'
import type { Material } from '#app/features/catalogue/deliverables.ts'
import { guideDocument } from '#app/features/catalogue/guide-document.ts'
import { materialName } from '#app/features/catalogue/material-names.ts'
import { findWorkshopContent } from '#app/features/catalogue/workshop-content.server.ts'
import { ok, type Result } from '#app/kernel/result.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { shop } from '#app/platform/mail/shop.ts'
import type { PdfFailure, PdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import { countDone, type Lesson, listLessons } from './lessons.ts'
import { materialSheets } from './material-sheets.ts'
import type { ListedMaterial } from './materials.ts'
import { findLessonsDone } from './workshops.server.ts'

type MadeFile = Result<Uint8Array<ArrayBuffer>, PdfFailure>
type Services = { pdf: PdfRenderer; now: Date }
type Workshop = { product_id: string; name: string }

/** The materials of a workshop's product, lessons included. */
export const findMaterials = async (
  db: Kysely<DB>,
  { product_id }: Pick<Workshop, 'product_id'>,
): Promise<readonly Material[]> => (await findDeliverables(db, product_id)).materials

/** Files by everything that they show, the same for all participants: some 50 kB each. */
const files = new LRUCache<string, Promise<MadeFile>>({ max: 100 })

/** The file of a material: a PDF, or a workbook of a sheet. Made once; a failure is tried again. */
export async function makeMaterialFile(services: Services, workshop: Workshop, material: Material): Promise<MadeFile> {
  const { nombre_plataforma: brand, razon_social: author } = shop()
  const key = JSON.stringify([workshop.name, material, brand, author])
  const known = files.get(key)
  if (known) return known
  const making = writeFile(services, workshop, material, { brand, author })
  files.set(key, making)
  const made = await making.catch(error => {
    files.delete(key)
    throw error
  })
  if (!made.ok) files.delete(key)
  return made
}

async function writeFile(
  { pdf, now }: Services,
  workshop: Workshop,
  material: Material,
  issuer: { brand: string; author: string },
): Promise<MadeFile> {
  if (material.kind === 'sheet') return ok(await writeWorkbook(materialSheets(material)))
  const document = guideDocument({
    title: materialName(material),
    label: workshop.name,
    blocks: material.blocks,
    ...issuer,
    now,
  })
  return pdf.render(document, `${workshop.product_id} ${material.key}`)
}

/**
 * The materials that a visit lists, with the size of their files, one after the other: the renderer takes its turns with everybody's documents.
 * Lessons that are read on pages of their own have their file there.
 */
export async function listMaterials(
  { db, ...services }: Services & { db: Kysely<DB> },
  { workshop, lessons }: { workshop: Workshop; lessons: readonly Pick<Lesson, 'key'>[] },
): Promise<ListedMaterial[]> {
  const listed: ListedMaterial[] = []
  const elsewhere = new Set(lessons.map(({ key }) => key))
  const materials = await findMaterials(db, workshop)
  for (const material of materials.filter(({ key }) => !elsewhere.has(key))) {
    const { key, title, kind } = material
    const made = await makeMaterialFile(services, workshop, material)
    listed.push({ key, title, kind, size: made.ok ? made.value.byteLength : null })
  }
  return listed
}

/** A material by its key; undefined where the workshop has none of it. */
export const findMaterial = async (db: Kysely<DB>, workshop: Workshop, key: string): Promise<Material | undefined> =>
  (await findMaterials(db, workshop)).find(material => material.key === key)

/** How many lessons a participant has done, of how many; undefined where the workshop has none. */
export async function findLessonCount(
  tx: Transaction<DB>,
  access: { id: string; product_id: string; slug: string },
): Promise<{ done: number; all: number } | undefined> {
  const [content, materials, done] = await Promise.all([
    findWorkshopContent(tx, access.slug),
    findMaterials(tx, access),
    findLessonsDone(tx, access.id),
  ])
  const lessons = content?.selfPaced ? listLessons(materials, done) : []
  return lessons.length === 0 ? undefined : { done: countDone(lessons), all: lessons.length }
}
