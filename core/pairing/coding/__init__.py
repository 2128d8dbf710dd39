"""Original and masked file coded alike: variables matched, recodes found, bands read, records linked."""
