/** Where a message waits that must outlive a reload of the page. */
export const CARRIED = 'samudra.toast'
