import { StyleSheet } from '@react-pdf/renderer'
import { FONT_FAMILY } from './fonts.ts'
import type { PdfLook, PdfShare, PdfTone } from './pdf-report.ts'
import { COPPER } from './styles.ts'

export const INK = '#10233A'
const PAPER = '#FBFAF7'
const MUTED = '#4A5563'
const LINE = '#D9D4CA'
const SUNKEN = '#F3F0EA'

/** Points of an A4 page. */
const SIDE = 56
export const PAGE_WIDTH = 595.28

type Colours = { fill: string; ink: string; soft: string }

export const TONES: Record<PdfTone, Colours> = {
  neutral: { fill: '#7C858F', ink: MUTED, soft: SUNKEN },
  good: { fill: '#1F7A4D', ink: '#17603C', soft: '#E3F1E9' },
  fair: { fill: '#A66A00', ink: '#7A4E00', soft: '#FAEFD9' },
  poor: { fill: '#B3261E', ink: '#96201A', soft: '#FBE6E3' },
}

export const SHARES: Record<PdfShare['look'], string> = {
  level1: '#B3261E',
  level2: '#DB8A84',
  level3: '#D6A03C',
  level4: '#7DB896',
  level5: '#1F7A4D',
  unknown: '#A9A49A',
  silent: '#E4E0D8',
}

type Paint = {
  fill?: string
  fillOpacity?: number
  fillRule?: 'evenodd'
  stroke?: string
  strokeWidth?: number
  strokeDasharray?: string
}

export const LOOKS: Record<PdfLook, Paint> = {
  ring: { fill: 'none', stroke: LINE, strokeWidth: 0.6 },
  edge: { fill: 'none', stroke: '#A9A49A', strokeWidth: 0.8 },
  spoke: { fill: 'none', stroke: LINE, strokeWidth: 0.6 },
  band: { fill: INK, fillOpacity: 0.12, fillRule: 'evenodd' },
  target: { fill: 'none', stroke: INK, strokeWidth: 1.1, strokeDasharray: '1.5 3' },
  value: { fill: COPPER, fillOpacity: 0.14, stroke: COPPER, strokeWidth: 1.6 },
  before: { fill: 'none', stroke: '#7C858F', strokeWidth: 1.1 },
  dot: { fill: COPPER, stroke: '#FFFFFF', strokeWidth: 1 },
}

/** The same drawing on the cover's ink. */
export const COVER_LOOKS: Record<PdfLook, Paint> = {
  ...LOOKS,
  ring: { fill: 'none', stroke: '#35475D', strokeWidth: 0.7 },
  edge: { fill: 'none', stroke: '#4A5C72', strokeWidth: 0.9 },
  spoke: { fill: 'none', stroke: '#2A3D54', strokeWidth: 0.7 },
  band: { fill: '#FFFFFF', fillOpacity: 0.06, fillRule: 'evenodd' },
  target: { fill: 'none', stroke: '#8FA0B3', strokeWidth: 1.1, strokeDasharray: '1.5 3.5' },
  value: { fill: '#E08A55', fillOpacity: 0.18, stroke: '#E08A55', strokeWidth: 2 },
  dot: { fill: '#E08A55', stroke: INK, strokeWidth: 2 },
}

// A line height stands beside a size of its own: alone the library reckons it from a size that nothing here has.
export const report = StyleSheet.create({
  page: {
    fontFamily: FONT_FAMILY,
    fontSize: 9.5,
    color: INK,
    paddingTop: 70,
    paddingBottom: 62,
    paddingHorizontal: SIDE,
    // Figures of one width: amounts under each other compare at a glance.
    fontFeatureSettings: { tnum: 1 },
  },
  // Not on the page: the library then loses the feet, which inherit it.
  body: { fontSize: 9.5, lineHeight: 1.45 },
  strong: { fontWeight: 600 },
  muted: { color: MUTED },
  running: {
    position: 'absolute',
    top: 34,
    left: SIDE,
    right: SIDE,
    flexDirection: 'row',
    justifyContent: 'space-between',
    fontSize: 7.5,
    color: MUTED,
  },
  foot: {
    position: 'absolute',
    left: SIDE,
    right: SIDE,
    bottom: 32,
    paddingTop: 8,
    borderTopWidth: 0.5,
    borderTopColor: LINE,
    flexDirection: 'row',
    justifyContent: 'space-between',
    fontSize: 7.5,
    color: MUTED,
  },

  cover: { fontFamily: FONT_FAMILY, backgroundColor: INK, color: PAPER, fontFeatureSettings: { tnum: 1 } },
  // As high as the page, a hair less: what stands at its foot needs it, and one point more would make a second page.
  coverSheet: { position: 'relative', width: PAGE_WIDTH, height: 841.5 },
  coverArt: { position: 'absolute' },
  coverBrand: { position: 'absolute', top: 56, left: SIDE, flexDirection: 'row', alignItems: 'flex-start' },
  coverBrandName: { fontSize: 22, fontWeight: 600, letterSpacing: -0.75, lineHeight: 1.1 },
  coverStar: { width: 12, height: 12, marginTop: 3, marginLeft: 1.5 },
  coverTitle: { position: 'absolute', left: SIDE, right: SIDE, bottom: 218 },
  coverKind: { fontSize: 10, color: '#E9A679', marginBottom: 12, letterSpacing: 0.2 },
  coverName: { fontSize: 33, fontWeight: 600, letterSpacing: -1, lineHeight: 1.1, maxWidth: 440 },
  coverSubtitle: { fontSize: 14, lineHeight: 1.35, color: '#D5DCE4', marginTop: 12, maxWidth: 400 },
  coverFacts: {
    position: 'absolute',
    left: SIDE,
    right: SIDE,
    bottom: 56,
    height: 112,
    borderTopWidth: 0.7,
    borderTopColor: '#4A5C72',
    paddingTop: 16,
    flexDirection: 'row',
    flexWrap: 'wrap',
  },
  coverFact: { width: '50%', paddingRight: 20, marginBottom: 12 },
  coverLabel: { fontSize: 7.5, color: '#A9B6C4', marginBottom: 2 },
  coverValue: { fontSize: 10, lineHeight: 1.3 },

  // No line height here: the library then loses texts that are set when pages are counted.
  contents: { fontSize: 9.5 },
  contentsTitle: { fontSize: 24, fontWeight: 600, letterSpacing: -0.6, lineHeight: 1.2, marginBottom: 22 },
  entry: {
    flexDirection: 'row',
    alignItems: 'flex-end',
    borderTopWidth: 0.5,
    borderTopColor: LINE,
    paddingVertical: 8,
  },
  entryPart: { flexDirection: 'row', alignItems: 'flex-end', paddingVertical: 2.5, paddingLeft: 30, color: MUTED },
  entryMark: { width: 30, color: COPPER, fontWeight: 600 },
  entryTitle: { flex: 1, paddingRight: 20, color: INK, textDecoration: 'none' },
  entryPartTitle: { flex: 1, paddingRight: 20, color: MUTED, textDecoration: 'none' },
  entryPage: { width: 30, textAlign: 'right' },

  chapterMark: { fontSize: 9.5, fontWeight: 600, color: COPPER, marginBottom: 4 },
  chapterTitle: { fontSize: 24, fontWeight: 600, letterSpacing: -0.65, lineHeight: 1.15, maxWidth: 440 },
  chapterIntro: { fontSize: 10.5, lineHeight: 1.45, color: MUTED, marginTop: 8, maxWidth: 420 },

  partTitle: { fontSize: 16, fontWeight: 600, letterSpacing: -0.35, lineHeight: 1.25, maxWidth: 440 },
  partIntro: { color: MUTED, marginTop: 3 },

  // Above, not beneath: space after the last block would be a page of its own.
  block: { marginTop: 20 },
  blockTitle: { fontSize: 12, fontWeight: 600, letterSpacing: -0.2, lineHeight: 1.3, marginBottom: 8 },
  blockIntro: { color: MUTED, marginTop: -5, marginBottom: 9, maxWidth: 430 },
  lead: { fontSize: 14.5, lineHeight: 1.42, letterSpacing: -0.15, maxWidth: 470 },
  paragraph: { marginBottom: 6, maxWidth: 450 },

  figures: {
    flexDirection: 'row',
    borderTopWidth: 1.2,
    borderTopColor: INK,
    borderBottomWidth: 0.5,
    borderBottomColor: LINE,
  },
  figure: { flex: 1, paddingTop: 12, paddingBottom: 14, paddingRight: 12 },
  firstFigure: { flex: 1.25, paddingTop: 12, paddingBottom: 14, paddingRight: 12 },
  figureLabel: { fontSize: 8, color: MUTED },
  figureValue: { fontSize: 25, lineHeight: 1.2, letterSpacing: -0.8, marginTop: 3 },
  firstFigureValue: {
    fontSize: 34,
    lineHeight: 1,
    letterSpacing: -1.4,
    fontWeight: 600,
    marginTop: 3,
    marginBottom: 3,
  },
  figureNote: { fontSize: 8, lineHeight: 1.35, color: MUTED, marginTop: 2 },

  badge: { fontSize: 8, lineHeight: 1.2, fontWeight: 600, paddingVertical: 2.5, paddingHorizontal: 6, borderRadius: 3 },
  drawing: { alignSelf: 'center', position: 'relative' },
  legend: { flexDirection: 'row', justifyContent: 'center', marginTop: 6, fontSize: 8, color: MUTED },
  legendEntry: { flexDirection: 'row', alignItems: 'center', marginHorizontal: 9 },
  label: { position: 'absolute', fontSize: 8.5, lineHeight: 1.25 },
  scale: { position: 'absolute', fontSize: 6.5, lineHeight: 1, color: MUTED },
  labelFigure: { fontWeight: 600, color: COPPER },

  level: {
    flexDirection: 'row',
    alignItems: 'flex-start',
    borderTopWidth: 0.5,
    borderTopColor: LINE,
    paddingTop: 5.5,
    paddingBottom: 4,
  },
  levelLabel: { width: 148, fontSize: 9.5, fontWeight: 600, paddingRight: 12, lineHeight: 1.3 },
  levelMiddle: { flex: 1 },
  levelFigure: { width: 42, textAlign: 'right', fontSize: 13, lineHeight: 1, fontWeight: 600 },
  levelWord: { width: 62, textAlign: 'right', fontSize: 8, lineHeight: 1.3, fontWeight: 600, paddingTop: 1.5 },
  bar: { position: 'relative', height: 9, marginTop: 2 },
  barTrack: {
    position: 'absolute',
    top: 2,
    left: 0,
    right: 0,
    height: 5,
    backgroundColor: '#E8E4DC',
    borderRadius: 1.5,
  },
  barFill: { position: 'absolute', top: 2, left: 0, height: 5, borderRadius: 1.5 },
  barTick: { position: 'absolute', top: 2, width: 1, height: 5, marginLeft: -0.5, backgroundColor: '#FFFFFF' },
  barTarget: { position: 'absolute', top: 0, width: 1.6, height: 9, marginLeft: -0.8, backgroundColor: INK },
  levelNote: { fontSize: 8, lineHeight: 1.35, color: MUTED, marginTop: 2 },

  lists: { flexDirection: 'row' },
  list: { flex: 1, paddingRight: 18 },
  listTitle: { fontWeight: 600, borderTopWidth: 2, paddingTop: 7, marginBottom: 5 },
  item: { flexDirection: 'row', marginBottom: 3.5 },
  dash: { width: 11, color: COPPER },
  itemText: { flex: 1 },

  step: { flexDirection: 'row', borderTopWidth: 0.5, borderTopColor: LINE, paddingTop: 10, paddingBottom: 8 },
  stepMark: { width: 34, fontSize: 17, lineHeight: 1.1, fontWeight: 600, color: COPPER },
  stepBody: { flex: 1 },
  stepHead: { flexDirection: 'row', justifyContent: 'space-between', alignItems: 'flex-start' },
  stepTitle: { flex: 1, fontSize: 10.5, lineHeight: 1.3, fontWeight: 600, paddingRight: 10 },
  stepMeta: { fontSize: 8, color: MUTED, marginBottom: 5 },

  question: { borderTopWidth: 0.5, borderTopColor: LINE, paddingTop: 9, paddingBottom: 10 },
  questionHead: { flexDirection: 'row' },
  questionMark: { width: 22, color: MUTED },
  questionText: { flex: 1, fontSize: 9.5, fontWeight: 600, lineHeight: 1.35 },
  questionMeta: { fontSize: 8, color: MUTED, marginLeft: 22, marginTop: 1.5 },
  stack: { flexDirection: 'row', height: 9, marginLeft: 22, marginTop: 6, marginBottom: 4 },
  shares: { flexDirection: 'row', marginLeft: 22 },
  share: { flex: 1 },
  shareHead: { flexDirection: 'row', alignItems: 'center' },
  swatch: { width: 5, height: 5, marginRight: 3, borderRadius: 1 },
  shareLabel: { fontSize: 7, lineHeight: 1.3, color: MUTED },
  shareFigure: { fontSize: 8, lineHeight: 1.3 },
  questionNote: { fontSize: 8.5, lineHeight: 1.4, color: MUTED, marginLeft: 22, marginTop: 4 },

  heatKey: { flexDirection: 'row', flexWrap: 'wrap', fontSize: 8, color: MUTED, marginBottom: 6 },
  heatKeyEntry: { marginRight: 12 },
  heatHead: {
    flexDirection: 'row',
    alignItems: 'flex-end',
    fontSize: 7.5,
    lineHeight: 1.25,
    color: MUTED,
    paddingBottom: 4,
    borderBottomWidth: 0.8,
    borderBottomColor: INK,
  },
  heatRow: {
    flexDirection: 'row',
    alignItems: 'center',
    borderBottomWidth: 0.5,
    borderBottomColor: LINE,
    paddingVertical: 2.5,
  },
  heatName: { width: 128, paddingRight: 8 },
  heatNote: { fontSize: 7.5, lineHeight: 1.3, color: MUTED },
  heatColumn: { flex: 1, textAlign: 'center', paddingHorizontal: 2 },
  heatCell: {
    flex: 1,
    marginHorizontal: 1,
    paddingVertical: 5,
    borderRadius: 2,
    textAlign: 'center',
    fontSize: 9,
    lineHeight: 1.2,
    fontWeight: 600,
  },

  tableHead: {
    flexDirection: 'row',
    borderBottomWidth: 0.8,
    borderBottomColor: INK,
    paddingBottom: 5,
    fontSize: 8,
    color: MUTED,
  },
  tableRow: { flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: LINE, paddingVertical: 4.8 },

  answer: { flexDirection: 'row', borderTopWidth: 0.5, borderTopColor: LINE, paddingVertical: 8 },
  answerBody: { flex: 1, paddingRight: 14 },
  answerText: { marginTop: 2.5, color: MUTED },
  answerBadge: { width: 70, alignItems: 'flex-end' },

  quote: { borderLeftWidth: 1.5, borderLeftColor: COPPER, paddingLeft: 11, marginBottom: 8, maxWidth: 450 },
  quoteNote: { fontSize: 8, color: MUTED },
  term: { flexDirection: 'row', borderTopWidth: 0.5, borderTopColor: LINE, paddingVertical: 7 },
  termName: { width: 132, fontWeight: 600, paddingRight: 12 },
  termText: { flex: 1 },
  notice: { backgroundColor: '#F6E7DD', borderRadius: 4, padding: 13 },
  noticeTitle: { fontWeight: 600, marginBottom: 2 },
})
