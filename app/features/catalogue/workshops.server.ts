import workshopsData from '#content/workshops.es.json' with { type: 'json' }
import { type Workshop, workshopsFileSchema } from './catalogue.schema.ts'

const { workshops } = workshopsFileSchema.parse(workshopsData)

/** What a workshop of the demo delivers while no administrator has written it, by its product's first slug. */
export const findWorkshop = (slug: string): Workshop | undefined => workshops.find(workshop => workshop.slug === slug)

export type WorkshopProgram = Pick<Workshop, 'agenda' | 'preparation' | 'materials' | 'facilitatorProfile'>
