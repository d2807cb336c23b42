import { StyleSheet } from '@react-pdf/renderer'
import { FONT_FAMILY } from './fonts.ts'

/** The brand on paper (design system, record 0011): darker than the screen's greys, so that a printer without colours keeps them. */
const INK = '#10233A'
const MUTED = '#4A5563'
const LINE = '#B9B4AA'
export const COPPER = '#B2501F'

/** Points of an A4 page's margins. */
const SIDE = 48

export const styles = StyleSheet.create({
  page: {
    fontFamily: FONT_FAMILY,
    fontSize: 9,
    color: INK,
    paddingTop: 44,
    paddingBottom: 64,
    paddingHorizontal: SIDE,
    // Figures of one width: amounts under each other compare at a glance.
    fontFeatureSettings: { tnum: 1 },
  },
  // Not on the page: the library then loses the feet, which inherit it.
  body: { fontSize: 9, lineHeight: 1.4 },
  strong: { fontWeight: 600 },
  muted: { color: MUTED },
  letterhead: { flexDirection: 'row', justifyContent: 'space-between', alignItems: 'flex-start' },
  brand: { flexDirection: 'row', alignItems: 'flex-start' },
  brandName: { fontSize: 19, fontWeight: 600, letterSpacing: -0.65, lineHeight: 1.1 },
  star: { width: 10.5, height: 10.5, marginTop: 2.5, marginLeft: 1 },
  seller: { maxWidth: 250, fontSize: 8, color: MUTED, textAlign: 'right' },
  heading: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    alignItems: 'flex-end',
    marginTop: 30,
    paddingBottom: 14,
    borderBottomWidth: 1.2,
    borderBottomColor: INK,
  },
  kind: { fontSize: 22, fontWeight: 600, letterSpacing: -0.5, lineHeight: 1.15 },
  name: { fontSize: 11, lineHeight: 1.3, color: MUTED, marginTop: 3 },
  headingFacts: { width: 200 },
  fact: { flexDirection: 'row', justifyContent: 'space-between' },
  groups: { flexDirection: 'row', marginTop: 18 },
  group: { flexGrow: 1, flexBasis: 0, paddingRight: 24 },
  groupTitle: { fontSize: 8, color: MUTED, marginBottom: 3 },
  groupFact: { flexDirection: 'row' },
  groupLabel: { width: 62, color: MUTED },
  groupValue: { flex: 1 },
  table: { marginTop: 22 },
  tableHead: {
    flexDirection: 'row',
    borderBottomWidth: 0.8,
    borderBottomColor: INK,
    paddingBottom: 5,
    fontSize: 8,
    color: MUTED,
  },
  row: { flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: LINE, paddingVertical: 7 },
  denseRow: { flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: LINE, paddingVertical: 3.5 },
  cell: { paddingRight: 10 },
  lastCell: { paddingRight: 0 },
  note: { fontSize: 8, color: MUTED },
  totals: { marginTop: 14, marginLeft: 'auto', width: 240 },
  totalsRow: { flexDirection: 'row', justifyContent: 'space-between', paddingVertical: 2 },
  total: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    marginTop: 6,
    paddingTop: 8,
    borderTopWidth: 1.2,
    borderTopColor: INK,
    fontSize: 14,
    lineHeight: 1.2,
    fontWeight: 600,
  },
  text: { marginTop: 20 },
  textTitle: { fontWeight: 600, marginBottom: 3 },
  paragraph: { fontSize: 8.5, marginBottom: 3, maxWidth: 440 },
  footer: {
    position: 'absolute',
    left: SIDE,
    right: SIDE,
    bottom: 30,
    paddingTop: 7,
    borderTopWidth: 0.5,
    borderTopColor: LINE,
    flexDirection: 'row',
    justifyContent: 'space-between',
    fontSize: 7.5,
    color: MUTED,
  },
})
