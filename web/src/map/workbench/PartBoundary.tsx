import { Component, type ReactNode } from 'react'

/** A fault in one part of the map takes that part away, not the map: the watch goes on with the rest. */
export class PartBoundary extends Component<{ name: string; children: ReactNode }, { fault: string | null }> {
  override state: { fault: string | null } = { fault: null }

  static getDerivedStateFromError(error: Error) {
    return { fault: error.message }
  }

  override render() {
    const { fault } = this.state
    if (fault === null) return this.props.children
    return (
      <p className="part-fault" role="alert">
        {this.props.name} failed and was closed: {fault}{' '}
        <button type="button" className="link-button" onClick={() => this.setState({ fault: null })}>
          Try again
        </button>
      </p>
    )
  }
}
