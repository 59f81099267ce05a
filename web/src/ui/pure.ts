/** A component that is drawn again only when one of its properties is another one. */
import { Component, type ComponentChild, type FunctionComponent, h } from 'preact'

export function pure<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
  class Pure extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const keys = Object.keys(next) as (keyof P)[]
      return keys.length !== Object.keys(this.props).length || keys.some((k) => next[k] !== (this.props as P)[k])
    }
    render(): ComponentChild {
      return h(draw as FunctionComponent<object>, this.props as object)
    }
  }
  return Pure as unknown as FunctionComponent<P>
}
