import type { Material } from './deliverables.ts'

/** What a material is called beside others and in a file's name; lists of the shop end each with a full stop. */
export const materialName = ({ title }: Pick<Material, 'title'>): string => title.trim().replace(/\.$/, '')

/** What a list says before a lesson's title, which the page says by its number. */
const NUMBERED = /^lección\s+\d+\s*[:.]\s*/i

/** `Ver el trabajo`, of 'Lección 2: ver el trabajo.' */
export function lessonTitle(material: Pick<Material, 'title'>): string {
  const title = materialName(material).replace(NUMBERED, '')
  return title.charAt(0).toLocaleUpperCase('es-CL') + title.slice(1)
}
