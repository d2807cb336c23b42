import { describe, expect, it } from 'vitest'
import type { Guide, GuideCondition, GuideReader } from '#app/features/catalogue/deliverables.ts'
import type { ReportChapter } from '#app/features/results/files/report-content.ts'
import type { Mode } from '#app/platform/database/values.ts'
import { selectGuides, trimGuides, withGuides } from './guides.ts'

const guide = (reader: GuideReader, when: GuideCondition = 'always'): Guide => ({
  key: `${reader} ${when}`,
  title: `Guía de ${reader}`,
  for: reader,
  when,
  blocks: [{ text: 'Texto' }],
})
const areas = (...means: (number | null)[]) => means.map((mean, index) => ({ id: index + 1, mean }))
const keysOf = (guides: readonly Guide[]) => guides.map(({ key }) => key)

describe('whom a guide is for', () => {
  const guides = [guide('respondent'), guide('buyer'), guide('team')]
  const shown = (mode: Mode, page: 'purchase' | 'person') =>
    selectGuides({ product: 'Uno', mode, guides }, page, areas(1)).map(each => each.for)

  it('decides on which results of a company it is shown', () => {
    expect(shown('business', 'purchase')).toEqual(['buyer', 'team'])
    expect(shown('business', 'person')).toEqual(['respondent', 'team'])
  })

  it('makes no difference for who bought for oneself', () => {
    expect(shown('self', 'purchase')).toEqual(['respondent', 'buyer', 'team'])
    expect(shown('self', 'person')).toEqual(['respondent', 'buyer', 'team'])
  })
})

describe('when a guide comes with a result', () => {
  const guides = [1, 2, 3].flatMap(id => [
    guide('buyer', `section:${id} highest`),
    guide('buyer', `section:${id} lowest`),
  ])
  const shown = (...means: (number | null)[]) =>
    keysOf(
      selectGuides(
        { product: 'Uno', mode: 'business', guides: [guide('buyer'), ...guides] },
        'purchase',
        areas(...means),
      ),
    )

  it.each([
    ['the highest and the lowest area', [2, 4, 1], 2, 3],
    ['the first of equal ones', [3, 3, 3], 1, 1],
    ['the first of the highest and of the lowest', [4, 2, 4], 1, 2],
    ['the areas whose level is shown', [null, 2, 3], 3, 2],
  ])('follows from %s', (_, means, highest, lowest) => {
    expect(shown(...means)).toEqual(
      expect.arrayContaining(['buyer always', `buyer section:${highest} highest`, `buyer section:${lowest} lowest`]),
    )
    expect(shown(...means)).toHaveLength(3)
  })

  it('follows from nothing where no level is shown', () => {
    expect(shown(null, null, null)).toEqual(['buyer always'])
  })
})

it('their texts are left out of every other view', () => {
  expect(trimGuides([guide('team')], 'guias')).toEqual([guide('team')])
  expect(trimGuides([guide('team')], 'resumen')).toEqual([{ ...guide('team'), blocks: [] }])
})

it('a report names them, and is as before without any', () => {
  const chapter: ReportChapter = { title: 'Plan', intro: '', blocks: [] }
  expect(withGuides(chapter, [])).toBe(chapter)
  expect(withGuides(chapter, [guide('team')]).blocks).toMatchObject([
    { title: 'Guías que acompañan este resultado', rows: [['Guía de team', 'Para el equipo']] },
  ])
})
