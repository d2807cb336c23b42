import type { Material } from '#app/features/catalogue/deliverables.ts'
import { lessonTitle } from '#app/features/catalogue/material-names.ts'
import { partOf } from '#app/kernel/format.ts'

/** A lesson of a workshop at one's own pace, as its participant sees it. */
export type Lesson = {
  key: string
  /** From 1, in their order. */
  number: number
  title: string
  isDone: boolean
}

/** The lessons among a workshop's materials. @param done the keys of those that were marked */
export const listLessons = (
  materials: readonly Pick<Material, 'key' | 'title' | 'kind'>[],
  done: ReadonlySet<string>,
): Lesson[] =>
  materials
    .filter(({ kind }) => kind === 'lesson')
    .map((material, at) => ({
      key: material.key,
      number: at + 1,
      title: lessonTitle(material),
      isDone: done.has(material.key),
    }))

export const countDone = (lessons: readonly Pick<Lesson, 'isDone'>[]): number =>
  lessons.filter(({ isDone }) => isDone).length

/** `3 de 7 lecciones hechas`. */
export const doneText = (done: number, all: number): string => partOf(done, all, 'lección hecha', 'lecciones hechas')

/** The first lesson that is still to be done; the first of all where none is. */
export const nextLesson = (lessons: readonly Lesson[]): Lesson | undefined =>
  lessons.find(({ isDone }) => !isDone) ?? lessons[0]

/** Where a lesson is read. The id alone gives no access. */
export const lessonPath = (accessId: string, key: string): string => `/taller/${accessId}/lecciones/${key}`
