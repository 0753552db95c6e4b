export const TITLE = 'Samudra'
export const SUBTITLE = 'Maritime situational awareness for the Indian Ocean Region'

export const WELCOME =
  'Welcome. This is the common picture of a regional information fusion centre set up in December 2018 to foster ' +
  'collaboration among member countries, national and international agencies and multinational groups.'

export const SECTIONS = [
  {
    title: 'Our Mission',
    text: 'To collect, analyse and share critical information to improve regional situation awareness.',
  },
  {
    title: 'Our Vision',
    text:
      'A sea that is safe for all who sail it, watched over together: every nation of the region sees the same ' +
      'picture, early enough to act on it.',
  },
  {
    title: 'Data Integrity Notice',
    text:
      'We pursue accuracy in all data shown here, but completeness and correctness are not guaranteed. Independent ' +
      'verification is encouraged before any decision. We accept no liability for discrepancies or errors. ' +
      'Not for navigation.',
  },
  {
    title: 'Join Us in Our Journey',
    text:
      'Partners who monitor the same waters are welcome. Ask your national liaison officer for access, or ' +
      'log in if you already have it.',
  },
] as const
