/** What the list of ports lacks or has wrong about the Indian Ocean, by UN/LOCODE. Places to a hundredth of a degree. */

/** Ports that are missing. */
export const ADDED: Record<
  string,
  { name: string; country: string; at: [lon: number, lat: number]; alias: string[] }
> = {
  INIXZ: { name: 'Port Blair', country: 'India', at: [92.74, 11.67], alias: ['Sri Vijaya Puram', 'Andaman'] },
  INVZJ: {
    name: 'Vizhinjam',
    country: 'India',
    at: [76.99, 8.37],
    alias: ['Trivandrum', 'Thiruvananthapuram'],
  },
  LKHBA: { name: 'Hambantota', country: 'Sri Lanka', at: [81.11, 6.12], alias: ['Magampura'] },
  LKTRR: { name: 'Trincomalee', country: 'Sri Lanka', at: [81.22, 8.56], alias: ['Trinco'] },
  LKGAL: { name: 'Galle', country: 'Sri Lanka', at: [80.22, 6.03], alias: [] },
  PKGWD: { name: 'Gwadar', country: 'Pakistan', at: [62.33, 25.11], alias: [] },
}

/** What else a port is called, by crews and on maps of today. */
export const OTHER_NAMES: Record<string, string[]> = {
  INCOK: ['Kochi', 'Ernakulam'],
  INBOM: ['Bombay'],
  INMAA: ['Madras'],
  INCCU: ['Calcutta'],
  INVTZ: ['Vizag', 'Vishakhapatnam'],
  INIXE: ['New Mangalore', 'Mangaluru'],
  INTUT: ['Thoothukudi', 'Tuticorin VOC'],
  INMRM: ['Mormugao', 'Goa'],
  INNSA: ['JNPT', 'Nhava Sheva'],
  INIXY: ['Deendayal'],
  MMRGN: ['Rangoon'],
  BDCGP: ['Chattogram'],
  PKBQM: ['Port Qasim'],
  IRZBR: ['Chabahar'],
  OMSLL: ['Raysut'],
  MYPKG: ['Kelang'],
  SCPOV: ['Victoria', 'Mahe'],
  REPDG: ['Le Port', 'Reunion'],
  AEFJR: ['Fujairah'],
}

/** Places that are written wrong. */
export const PLACES: Record<string, [lon: number, lat: number]> = {
  REPDG: [55.29, -20.92],
}
