import { StyleSheet } from '@react-pdf/renderer'
import { FONT_FAMILY } from './fonts.ts'
import { INK, LINE, MUTED, PAPER } from './report-colours.ts'
import { COPPER } from './styles.ts'

/** Points of an A4 page. */
const SIDE = 56
export const PAGE_WIDTH = 595.28

// A line height stands beside a size of its own: alone the library reckons it from a size that nothing here has.
export const pages = StyleSheet.create({
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
  nextPart: { marginTop: 34 },
  beginning: { fontSize: 1, lineHeight: 1, height: 0 },
  partIntro: { color: MUTED, marginTop: 3 },
})
