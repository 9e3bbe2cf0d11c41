"""The look of the campaign: the scene, the picture of a position, the battle panel and the overlays."""
