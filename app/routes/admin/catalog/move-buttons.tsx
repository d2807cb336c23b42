import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#app/ui/button.tsx'

type MoveButtonsProps = { row: { id: string; name: string }; place?: number | undefined }

/** Moves a category or a product one place; the button keeps the focus, so that it can be pressed again. */
export function MoveButtons({ row, place }: MoveButtonsProps) {
  const fetcher = useFetcher<{ done: boolean; text: string }>()
  const pressed = useRef<HTMLButtonElement>(null)
  const buttons = useRef<Record<'up' | 'down', HTMLButtonElement | null>>({ up: null, down: null })

  // The row has gone to another place, and the browser takes the focus from what is moved.
  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    if (document.activeElement === document.body) pressed.current?.focus()
    pressed.current = null
  }, [fetcher.state, fetcher.data])

  return (
    <fetcher.Form method="post" className="flex items-center gap-1">
      {place !== undefined && <span className="min-w-6 tabular-nums">{place}</span>}
      {(['up', 'down'] as const).map(way => (
        <Button
          key={way}
          ref={element => {
            buttons.current[way] = element
          }}
          type="submit"
          name="one"
          value={`${way} ${row.id}`}
          variant="ghost"
          size="icon-sm"
          aria-label={`${way === 'up' ? 'Subir' : 'Bajar'} ${row.name}`}
          onClick={() => {
            pressed.current = buttons.current[way]
          }}
        >
          {way === 'up' ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
        </Button>
      ))}
      <span role="status" className="sr-only">
        {fetcher.data?.text}
      </span>
    </fetcher.Form>
  )
}
