// Every tool of the document, by toolset. Tools of your own belong in src/custom-tools.ts.
import type { AnyTool } from "../runtime/tool.js";
import { removeBerth } from "./admin/remove_berth.js";
import { getBerth } from "./berths/get_berth.js";
import { listBerths } from "./berths/list_berths.js";
import { listTides } from "./berths/list_tides.js";
import { cancelBooking } from "./bookings/cancel_booking.js";
import { changeBooking } from "./bookings/change_booking.js";
import { createBooking } from "./bookings/create_booking.js";
import { getBooking } from "./bookings/get_booking.js";
import { listBookings } from "./bookings/list_bookings.js";
import { searchBookings } from "./bookings/search_bookings.js";
import { getVessel } from "./vessels/get_vessel.js";
import { registerVessel } from "./vessels/register_vessel.js";
import { replaceVessel } from "./vessels/replace_vessel.js";
import { uploadVesselDocument } from "./vessels/upload_vessel_document.js";

export const toolsets: { readonly [toolset: string]: readonly AnyTool[] } = {
  admin: [
    removeBerth,
  ],
  berths: [
    getBerth,
    listBerths,
    listTides,
  ],
  bookings: [
    cancelBooking,
    changeBooking,
    createBooking,
    getBooking,
    listBookings,
    searchBookings,
  ],
  vessels: [
    getVessel,
    registerVessel,
    replaceVessel,
    uploadVesselDocument,
  ],
};
