import { columnLetters } from './file-notes.ts'
import type { Cell } from './workbook-cells.ts'
import { escapeXml, HEAD, OFFICE } from './workbook-xml.ts'

/** Bars beside each other for each row of a table, the first row on top; its first column names them. */
export type BarChart = {
  title: string
  /** Alternative text: what it shows, for who does not see it. */
  description: string
  /** Columns of the table, from 0, each with its colour as RRGGBB. */
  series: readonly { column: number; colour: string }[]
  /** What bars are measured by. */
  axis: { min: number; max: number; step: number }
  /** Column and row of the sheet, from 0, of its upper left corner. */
  at: { column: number; row: number }
  /** In pixels of 1/96 inch. */
  width: number
  height: number
}

/** A chart with the table that it draws. */
export type Placed = {
  chart: BarChart
  /** The row of the table's head, from 1. */
  head: number
  labels: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** The name of its sheet as formulas write it. */
  sheet: string
}

const DRAWING = `${OFFICE}/drawingml/2006`
const NAMESPACES = `xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"`

/** English Metric Units (ECMA-376, 20.1.2.1) of a pixel of 1/96 inch. */
const EMU = 9525

/** Where the charts of a sheet are; they move with their cells and keep their size. */
export const drawingXml = (placed: readonly Placed[]): string =>
  `${HEAD}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" ${NAMESPACES}>${placed.map(anchorXml).join('')}</xdr:wsDr>`

function anchorXml({ chart: { title, description, at, width, height } }: Placed, index: number): string {
  const frame = `<xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 2}" name="${escapeXml(title)}" descr="${escapeXml(description)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>`
  const graphic = `<a:graphic><a:graphicData uri="${DRAWING}/chart"><c:chart xmlns:c="${DRAWING}/chart" r:id="rId${index + 1}"/></a:graphicData></a:graphic>`
  return `<xdr:oneCellAnchor><xdr:from><xdr:col>${at.column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${at.row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${width * EMU}" cy="${height * EMU}"/><xdr:graphicFrame macro="">${frame}${graphic}</xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>`
}

/** The house's ink, its muted ink and the lines of its tables. */
const INK = '10233A'
const MUTED = '4A5563'
const LINE = 'D9D4CA'

/** Letters in hundredths of a point. */
const textStyle = (size: number, colour: string, isBold = false): string =>
  `<a:defRPr sz="${size}" b="${isBold ? 1 : 0}"><a:solidFill><a:srgbClr val="${colour}"/></a:solidFill><a:latin typeface="Calibri"/></a:defRPr>`

const textProperties = (size: number, colour: string): string =>
  `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr>${textStyle(size, colour)}</a:pPr><a:endParaRPr lang="es-CL"/></a:p></c:txPr>`

const fill = (colour: string): string => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`

const lineOf = (colour: string): string => `<c:spPr><a:ln w="6350">${fill(colour)}</a:ln></c:spPr>`

const NO_LINE = '<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>'

/** A chart that reads its cells, with what they hold for programs that draw without them. */
export function chartXml(placed: Placed): string {
  const { title, series, axis } = placed.chart
  const titleXml = `<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p><a:pPr>${textStyle(1300, INK, true)}</a:pPr><a:r><a:rPr lang="es-CL" sz="1300" b="1">${fill(INK)}<a:latin typeface="Calibri"/></a:rPr><a:t>${escapeXml(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`
  const bars = series.map((each, index) => seriesXml(placed, each, index)).join('')
  // Rows go down as in their table; the axis of the figures stays below them.
  const rowsAxis = `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="maxMin"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${lineOf(INK)}${textProperties(1100, INK)}<c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx>`
  const figuresAxis = `<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/><c:max val="${axis.max}"/><c:min val="${axis.min}"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:majorGridlines>${lineOf(LINE)}</c:majorGridlines><c:numFmt formatCode="0" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>${NO_LINE}${textProperties(1100, MUTED)}<c:crossAx val="1"/><c:crosses val="max"/><c:crossBetween val="between"/><c:majorUnit val="${axis.step}"/></c:valAx>`
  const plot = `<c:plotArea><c:layout/><c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/>${bars}<c:gapWidth val="60"/><c:axId val="1"/><c:axId val="2"/></c:barChart>${rowsAxis}${figuresAxis}</c:plotArea>`
  const legend = `<c:legend><c:legendPos val="t"/><c:overlay val="0"/>${textProperties(1100, INK)}</c:legend>`
  return `${HEAD}<c:chartSpace xmlns:c="${DRAWING}/chart" ${NAMESPACES}><c:roundedCorners val="0"/><c:chart>${titleXml}<c:autoTitleDeleted val="0"/>${plot}${legend}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr>${fill('FFFFFF')}<a:ln w="6350">${fill(LINE)}</a:ln></c:spPr></c:chartSpace>`
}

/** Values with their place, which those that are missing keep. */
const pointsXml = (values: readonly Cell[]): string =>
  `<c:ptCount val="${values.length}"/>${values
    .map((value, at) =>
      typeof value === 'string' || typeof value === 'number'
        ? `<c:pt idx="${at}"><c:v>${typeof value === 'string' ? escapeXml(value) : value}</c:v></c:pt>`
        : '',
    )
    .join('')}`

function seriesXml(
  { head, labels, rows, sheet }: Placed,
  { column, colour }: BarChart['series'][number],
  index: number,
): string {
  const letters = columnLetters(column)
  const reference = (letter: string, from: number, to = from) =>
    escapeXml(`${sheet}!$${letter}$${from}${to === from ? '' : `:$${letter}$${to}`}`)
  const [first, last] = [head + 1, head + rows.length]
  const name = `<c:tx><c:strRef><c:f>${reference(letters, head)}</c:f><c:strCache>${pointsXml([labels[column] ?? ''])}</c:strCache></c:strRef></c:tx>`
  const categories = `<c:cat><c:strRef><c:f>${reference('A', first, last)}</c:f><c:strCache>${pointsXml(rows.map(row => row[0] ?? null))}</c:strCache></c:strRef></c:cat>`
  const figures = rows.map(row => (typeof row[column] === 'number' ? row[column] : null))
  const values = `<c:val><c:numRef><c:f>${reference(letters, first, last)}</c:f><c:numCache><c:formatCode>0.0</c:formatCode>${pointsXml(figures)}</c:numCache></c:numRef></c:val>`
  const shown = `<c:dLbls><c:numFmt formatCode="0.0" sourceLinked="0"/><c:spPr><a:noFill/></c:spPr>${textProperties(1100, MUTED)}<c:dLblPos val="outEnd"/><c:showLegendKey val="0"/><c:showVal val="1"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/></c:dLbls>`
  return `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>${name}<c:spPr>${fill(colour)}</c:spPr><c:invertIfNegative val="0"/>${shown}${categories}${values}</c:ser>`
}
