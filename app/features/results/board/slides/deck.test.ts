import { describe, expect, it } from 'vitest'
import { holderWith, LONG_NAME } from '#app/features/organisations/logo/logo.test-support.ts'
import { longReport } from '#app/features/results/board/board.test-support.ts'
import { makeBoard } from '#app/features/results/board/board.ts'
import { planned } from '#app/features/results/plan/plan.test-support.ts'
import { openZip } from '#app/platform/sheets/zip.server.ts'
import { heightOf } from '#app/platform/slides/fit-text.ts'
import { SLIDE, type SlideDeck, type SlidePart } from '#app/platform/slides/slide-deck.ts'
import { writeSlides } from '#app/platform/slides/write-slides.server.ts'
import { writeDeck } from './deck.ts'

const now = new Date('2026-11-21T15:00:00Z')
const made = { brand: 'Alhena', author: 'Vendedora SpA', company: 'Viña Los Aromos SpA' }

const holders = [undefined, await holderWith(4000, 200), await holderWith(100, 2000), await holderWith(1200, 480)]
const decks = planned.map(({ id, questionnaire, plan }, at) => {
  const report = longReport({ questionnaire, plan, groups: 9, each: 6 })
  return { id, deck: writeDeck(report, makeBoard(report, now), { ...made, holder: holders[(at + 3) % 4] }) }
})

const partsOf = ({ slides }: SlideDeck): SlidePart[] => slides.flatMap(({ parts }) => [...parts])

describe.each(decks)('the presentation of $id, whose names have 60 characters', ({ deck }) => {
  it('has a conclusion for each slide, notes for who presents, and room for every table', () => {
    expect(new Set(deck.slides.map(({ title }) => title)).size).toBe(deck.slides.length)
    for (const { title, notes } of deck.slides) {
      expect(title.length, title).toBeGreaterThan(12)
      expect(notes.join(' ').length).toBeGreaterThan(40)
    }
    for (const part of partsOf(deck)) {
      expect(part.box.x + part.box.w, part.type).toBeLessThanOrEqual(SLIDE.w)
      expect(part.box.y + part.box.h, part.type).toBeLessThanOrEqual(7.05)
      if (part.type !== 'table') continue
      const whole = part.columns.reduce((sum, { share }) => sum + share, 0)
      const widths = part.columns.map(({ share }) => (share / whole) * part.box.w)
      const rows = [part.columns.map(({ label }) => label), ...part.rows.map(row => row.map(({ text }) => text))]
      expect(heightOf({ rows, widths, padding: 0.09 }, part.smallest), part.name).toBeLessThanOrEqual(part.box.h)
    }
  })
})

describe('the file', async () => {
  const [first] = decks
  if (!first) throw new Error('The shop has no questionnaires')
  const archive = openZip(Buffer.from(await writeSlides(first.deck)))
  const read = (name: string) => archive?.read(name)?.toString() ?? ''
  const slides = first.deck.slides.map((slide, at) => ({ slide, xml: read(`ppt/slides/slide${at + 1}.xml`) }))
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

  it('is the same bytes each time, and tells the time of what it shows', async () => {
    const [before, again] = [await writeSlides(first.deck), await writeSlides(first.deck)].map(bytes =>
      Buffer.from(bytes),
    )
    expect(before?.equals(again ?? Buffer.of())).toBe(true)
    expect(read('docProps/core.xml').match(/2026-11-20T15:00:00Z/g)).toHaveLength(2)
    const charts = archive?.names.filter(name => name.startsWith('ppt/charts/chart')) ?? []
    expect(charts.length).toBeGreaterThan(1)
    expect(charts).toEqual(charts.map((_, at) => `ppt/charts/chart${at + 1}.xml`))
    for (const name of charts) {
      const [, target = ''] =
        /Target="\.\.\/([^"]+)"/.exec(read(`${name.replace('charts/', 'charts/_rels/')}.rels`)) ?? []
      const workbook = openZip(archive?.read(`ppt/${target}`) ?? Buffer.of())
      expect(workbook?.read('docProps/core.xml')?.toString(), target).toContain('2026-11-20T15:00:00Z')
    }
  })

  it('has the title of each slide in its placeholder, before what it says', () => {
    for (const { slide, xml } of slides) {
      const [title = '', ...others] = xml.split('<p:sp>').slice(1)
      expect(title).toMatch(/<p:ph\s[^>]*type="title"/)
      expect(title).toContain(escaped(slide.title))
      expect(others.join('')).not.toContain('type="title"')
    }
  })

  it('is read in the order in which it is seen', () => {
    for (const { slide, xml } of slides) {
      const names = slide.parts.flatMap(part => ('name' in part ? [part.name] : []))
      const places = names.map(name => xml.indexOf(`name="${escaped(name)}"`))
      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
  })

  it('describes every chart, which holds its figures to be changed', () => {
    const charts = partsOf(first.deck).filter(({ type }) => type === 'bars' || type === 'points')
    expect(charts.length).toBeGreaterThanOrEqual(3)
    const all = slides.map(({ xml }) => xml).join('')
    for (const part of charts) if ('alt' in part) expect(all).toContain(`descr="${escaped(part.alt)}"`)
    for (const at of charts.keys()) {
      expect(read(`ppt/charts/chart${at + 1}.xml`)).toContain('<c:externalData')
      expect(archive?.has(`ppt/embeddings/Microsoft_Excel_Worksheet${at + 1}.xlsx`)).toBe(true)
    }
  })

  it('begins with the logo of whose results they are, described, after the title and beside the name', () => {
    const [{ slide, xml } = { slide: undefined, xml: '' }, ...others] = slides
    const picture = /<p:pic>.*?<\/p:pic>/s.exec(xml)?.[0] ?? ''
    expect(picture).toContain(`descr="Logo de ${LONG_NAME}"`)
    const [logo, name] = slide?.parts ?? []
    expect(logo).toMatchObject({ type: 'picture', alt: `Logo de ${LONG_NAME}` })
    expect(name).toMatchObject({ type: 'text', paragraphs: [{ text: LONG_NAME }] })
    const places = ['type="title"', '<p:pic>', `${LONG_NAME}</a:t>`, 'name="Niveles por área"'].map(part =>
      xml.indexOf(part),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    for (const other of others) expect(other.xml).not.toContain('<p:pic>')
    const target = /Target="..\/(media\/[^"]+\.png)"/.exec(read('ppt/slides/_rels/slide1.xml.rels'))?.[1]
    const png = archive?.read(`ppt/${target}`)
    expect(png?.equals(Buffer.from(holders[3]?.logo?.png ?? ''))).toBe(true)
    // Its title ends before it; the other slides' have the whole width.
    expect(read('ppt/slideLayouts/slideLayout2.xml')).toContain('Resultados con logo')
  })

  it('has the notes with their slide', () => {
    for (const [at, { slide }] of slides.entries())
      for (const note of slide.notes) expect(read(`ppt/notesSlides/notesSlide${at + 1}.xml`)).toContain(escaped(note))
  })
})

it('of a client company says who prepared it at the foot of each slide, and has no name of the shop', async () => {
  const [first] = planned
  if (!first) throw new Error('The shop has no questionnaires')
  const report = longReport({ ...first, groups: 3, each: 6 })
  const holder = { name: 'Aceros SpA', logo: null, consultant: 'Consultora Norte' }
  const deck = writeDeck(report, makeBoard(report, now), { ...made, company: holder.name, holder })
  expect(deck.footer).toMatch(/^Preparado por Consultora Norte · .* · Aceros SpA · /)
  const archive = openZip(Buffer.from(await writeSlides(deck)))
  const layouts = [1, 2, 3, 4].map(at => archive?.read(`ppt/slideLayouts/slideLayout${at}.xml`)?.toString() ?? '')
  const texts = layouts.join('')
  expect(texts).toContain('Preparado por Consultora Norte')
  expect(texts).not.toContain('Alhena')
})
