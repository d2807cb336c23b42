import workshopsData from '#content/workshops.es.json' with { type: 'json' }
import { type Workshop, workshopsFileSchema } from './catalogue.schema.ts'

const { workshops } = workshopsFileSchema.parse(workshopsData)

/** What a workshop delivers, by its product's slug; undefined for a workshop whose content is still to be written. */
export const findWorkshop = (slug: string): Workshop | undefined => workshops.find(workshop => workshop.slug === slug)

export type WorkshopProgram = Pick<Workshop, 'agenda' | 'preparation' | 'materials' | 'facilitatorProfile'>

/** The part of it that its pages show. */
export function findProgram(slug: string): WorkshopProgram | undefined {
  const found = findWorkshop(slug)
  if (!found) return undefined
  const { agenda, preparation, materials, facilitatorProfile } = found
  return { agenda, preparation, materials, facilitatorProfile }
}
