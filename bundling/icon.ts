import { createElement, type SVGProps } from 'react'

type Shape = readonly [tag: string, attributes: Record<string, string>]

/**
 * Creates an icon's component from its paths, as lucide-react does, without properties that are never set here. A class
 * (app.css) says what all of them share, because a page has many.
 */
export default function createIcon({ node }: { node: readonly Shape[] }) {
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        'aria-hidden': true,
        ...props,
        className: props.className ? `icon ${props.className}` : 'icon',
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
