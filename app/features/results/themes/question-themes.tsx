import { THEMES_TITLE, type Theme, themeCount } from './theme.ts'

/** The themes of a question's texts with their quotes; nothing where there are none. @param total texts of the question */
export function QuestionThemes({ themes, total }: { themes: readonly Theme[]; total: number }) {
  if (themes.length === 0) return null
  return (
    <div className="mt-2 mb-4 rounded-md border border-line p-4">
      <h4 className="text-md font-medium">{THEMES_TITLE}</h4>
      <ul className="mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {themes.map(each => (
          <li key={each.theme} className="min-w-0 break-inside-avoid">
            <p className="text-md wrap-anywhere">
              <strong className="font-semibold">{each.theme}</strong>{' '}
              <span className="text-muted tabular-nums">{themeCount(each, total)}</span>
            </p>
            {each.quotes.map(quote => (
              <p key={quote} className="mt-1 text-md text-muted wrap-anywhere">{`«${quote}»`}</p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
