import PptxGenJS from 'pptxgenjs'
import { fitRows, fitText } from './fit-text.ts'
import { settleFile } from './settle-file.server.ts'
import { SLIDE, type Slide, type SlideDeck, type SlidePart } from './slide-deck.ts'

// Presentations of native texts, tables and charts. What is on a slide is read in the order in which it was added.

type Page = ReturnType<PptxGenJS['addSlide']>
type Part<Type extends SlidePart['type']> = Extract<SlidePart, { type: Type }>

const INK = '10233A'
const MUTED = '4A5563'
const LINE = 'D9D4CA'
/** On every machine with Office; others have one of the same widths. */
const FONT = 'Calibri'

const MARGIN = 0.55
const TITLE = { x: MARGIN, y: 0.38, w: SLIDE.w - 2 * MARGIN, h: 0.95 }

/** Where a slide's title stands. @param beside inches that the slide needs right of it */
const titleBox = (beside: number) => ({ ...TITLE, w: TITLE.w - beside })

/** The name of the layout that has such a title. */
const layoutName = (beside: number): string => (beside === 0 ? 'Resultados' : 'Resultados con logo')

/** A presentation as a file that PowerPoint, Keynote, Impress and Slides open. The same deck is the same bytes. */
export async function writeSlides(deck: SlideDeck): Promise<Uint8Array<ArrayBuffer>> {
  // Its types say `default` where the module is the class itself.
  const Presentation = PptxGenJS as unknown as new () => PptxGenJS
  const file = new Presentation()
  file.defineLayout({ name: 'Pantalla', width: SLIDE.w, height: SLIDE.h })
  file.layout = 'Pantalla'
  file.title = deck.title
  file.subject = deck.subject
  file.author = deck.author
  file.company = deck.author
  file.theme = { headFontFace: FONT, bodyFontFace: FONT }
  for (const beside of new Set(deck.slides.map(({ besideTitle = 0 }) => besideTitle))) defineLayout(file, deck, beside)
  for (const slide of deck.slides) {
    addSlide(file.addSlide({ masterName: layoutName(slide.besideTitle ?? 0) }), slide)
  }
  return settleFile((await file.write({ outputType: 'uint8array' })) as Uint8Array, deck.measuredAt)
}

function defineLayout(file: PptxGenJS, deck: SlideDeck, beside: number): void {
  file.defineSlideMaster({
    title: layoutName(beside),
    background: { color: 'FFFFFF' },
    objects: [
      {
        placeholder: {
          options: {
            name: 'title',
            type: 'title',
            ...titleBox(beside),
            align: 'left',
            valign: 'top',
            bold: true,
            color: INK,
          },
          text: '',
        },
      },
      {
        text: {
          text: deck.footer,
          options: { x: MARGIN, y: 7.08, w: 9.5, h: 0.25, margin: 0, fontFace: FONT, fontSize: 9, color: MUTED },
        },
      },
      ...(deck.brand === ''
        ? []
        : [
            {
              text: {
                text: deck.brand,
                options: {
                  x: 10.2,
                  y: 7.08,
                  w: 1.8,
                  h: 0.25,
                  margin: 0,
                  align: 'right' as const,
                  fontFace: FONT,
                  fontSize: 10,
                  bold: true,
                  color: INK,
                },
              },
            },
          ]),
    ],
    slideNumber: {
      x: 12.2,
      y: 7.08,
      w: 0.6,
      h: 0.25,
      margin: 0,
      align: 'right',
      fontFace: FONT,
      fontSize: 9,
      color: MUTED,
    },
  })
}

function addSlide(page: Page, { title, besideTitle = 0, parts, notes }: Slide): void {
  page.addText(title, {
    placeholder: 'title',
    objectName: 'Título',
    fontFace: FONT,
    fontSize: fitText(title, titleBox(besideTitle), 27, 16),
    bold: true,
    color: INK,
    align: 'left',
    valign: 'top',
    margin: 0,
  })
  for (const part of parts) addPart(page, part)
  page.addNotes(notes.join('\n\n'))
}

function addPart(page: Page, part: SlidePart): void {
  switch (part.type) {
    case 'text':
      addText(page, part)
      return
    case 'picture':
      addPicture(page, part)
      return
    case 'rule':
      page.addShape('line', { ...part.box, line: { color: part.colour, width: 1.5 } })
      return
    case 'table':
      addTable(page, part)
      return
    case 'bars':
      addBars(page, part)
      return
    case 'points':
      addPoints(page, part)
      return
  }
}

function addText(page: Page, { name, box, paragraphs }: Part<'text'>): void {
  page.addText(
    paragraphs.map(({ text, size = 12, bold = false, colour = INK }) => ({
      text,
      options: { fontSize: size, bold, color: colour, breakLine: true, paraSpaceAfter: 3 },
    })),
    { ...box, objectName: name, fontFace: FONT, margin: 0, valign: 'top', align: 'left' },
  )
}

const addPicture = (page: Page, { name, box, alt, png }: Part<'picture'>): void =>
  void page.addImage({
    ...box,
    data: `image/png;base64,${Buffer.from(png).toString('base64')}`,
    objectName: name,
    altText: alt,
  })

/** Inches above and below the text of a row, together. */
const ROW_PADDING = 0.09

function addTable(page: Page, { name, box, columns, rows, size: largest, smallest }: Part<'table'>): void {
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => (share / whole) * box.w)
  const texts = [columns.map(({ label }) => label), ...rows.map(row => row.map(({ text }) => text))]
  const size = fitRows({ rows: texts, widths, height: box.h, padding: ROW_PADDING }, largest, smallest)
  const none = { type: 'none' as const }
  const border = (color: string, pt: number) => [none, none, { type: 'solid' as const, color, pt }, none] as const
  const cell = (at: number) => ({
    align: columns[at]?.align ?? ('left' as const),
    valign: 'middle' as const,
    fontFace: FONT,
    fontSize: size,
    margin: [ROW_PADDING / 2, 0.06, ROW_PADDING / 2, 0.06] as [number, number, number, number],
  })
  page.addTable(
    [
      columns.map(({ label }, at) => ({
        text: label,
        options: { ...cell(at), color: MUTED, valign: 'bottom' as const, border: [...border(INK, 1)] as never },
      })),
      ...rows.map(row =>
        row.map(({ text, fill, colour = INK, bold = false }, at) => ({
          text,
          options: {
            ...cell(at),
            bold,
            color: colour,
            border: [...border(fill === undefined ? LINE : 'FFFFFF', fill === undefined ? 0.5 : 1.5)] as never,
            ...(fill === undefined ? {} : { fill: { color: fill } }),
          },
        })),
      ),
    ],
    { x: box.x, y: box.y, w: box.w, colW: widths, objectName: name },
  )
}

const AXIS = {
  catAxisLabelFontFace: FONT,
  catAxisLabelColor: INK,
  valAxisLabelFontFace: FONT,
  valAxisLabelFontSize: 9,
  valAxisLabelColor: MUTED,
  valGridLine: { color: LINE, size: 0.5 },
  catGridLine: { style: 'none' as const },
}

function addBars(page: Page, { name, box, alt, categories, series, stacked, max, format }: Part<'bars'>): void {
  page.addChart(
    'bar',
    series.map(({ name: label, values }) => ({ name: label, labels: [...categories], values: values as number[] })),
    {
      ...box,
      ...AXIS,
      objectName: name,
      altText: alt,
      barDir: 'bar',
      barGrouping: stacked ? 'stacked' : 'clustered',
      barGapWidthPct: stacked ? 60 : 45,
      chartColors: series.map(({ colour }) => colour),
      // The first category on top, as in every table; the types know one of the format's two words.
      catAxisOrientation: 'maxMin' as 'minMax',
      catAxisLabelFontSize: categories.length > 10 ? 9 : 11,
      valAxisMinVal: 0,
      valAxisMaxVal: max,
      valAxisMajorUnit: stacked ? Math.max(1, Math.ceil(max / 5)) : 1,
      showValue: true,
      dataLabelFontFace: FONT,
      dataLabelFontSize: stacked ? 9 : 8,
      dataLabelFormatCode: format,
      dataLabelColor: INK,
      dataLabelPosition: stacked ? 'ctr' : 'outEnd',
      showLegend: series.length > 1,
      legendPos: 'b',
      legendFontFace: FONT,
      legendFontSize: 10,
      legendColor: INK,
      lang: 'es-CL',
    },
  )
}

function addPoints(page: Page, { name, box, alt, across, up, points, colour }: Part<'points'>): void {
  page.addChart(
    'scatter',
    [
      { name: across.title, values: points.map(point => point.across) },
      { name: up.title, values: points.map(point => point.up), labels: points.map(point => point.name) },
    ],
    {
      ...box,
      ...AXIS,
      objectName: name,
      altText: alt,
      chartColors: [colour],
      lineSize: 0,
      lineDataSymbol: 'circle',
      lineDataSymbolSize: 9,
      showLabel: true,
      dataLabelFormatScatter: 'custom',
      dataLabelPosition: 'r',
      dataLabelFontFace: FONT,
      dataLabelFontSize: 10,
      dataLabelColor: INK,
      showCatAxisTitle: true,
      catAxisTitle: across.title,
      catAxisTitleFontFace: FONT,
      catAxisTitleColor: MUTED,
      catAxisTitleFontSize: 11,
      catAxisLabelFontSize: 9,
      catAxisMinVal: 0,
      catAxisMaxVal: across.max,
      showValAxisTitle: true,
      valAxisTitle: up.title,
      valAxisTitleFontFace: FONT,
      valAxisTitleColor: MUTED,
      valAxisTitleFontSize: 11,
      valAxisMinVal: 0,
      valAxisMaxVal: up.max,
      showLegend: false,
      lang: 'es-CL',
    },
  )
}
